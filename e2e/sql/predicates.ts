import type { Node } from 'libpg-query';

/** The kind of a node: a node is an object whose only key is its kind. */
export const kindOf = (node: Node): string => Object.keys(node)[0] ?? '';

/** The conditions joined by AND: `a and (b and c)` returns three. */
export function conjunctsOf(node: Node): Node[] {
  if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR')
    return (node.BoolExpr.args ?? []).flatMap(conjunctsOf);
  return [node];
}

/**
 * The tenant equalities of a condition, in both directions: `[a, b]` for `a.tenant = b.tenant`, `[a, null]`
 * for `a.tenant = $1` and `a.tenant = any($1)`. Other conditions return none.
 *
 * @param unqualified the source of a bare `tenant`
 */
export function equalitiesOf(node: Node, unqualified: string | undefined): [string, string | null][] {
  if (!('A_Expr' in node)) return [];
  const { kind, name, lexpr, rexpr } = node.A_Expr;
  const [operator] = name ?? [];
  const equals = operator && 'String' in operator && operator.String.sval === '=';
  if (!equals || !lexpr || !rexpr || (kind !== 'AEXPR_OP' && kind !== 'AEXPR_OP_ANY')) return [];
  const [left, right] = [tenantOf(lexpr, unqualified), tenantOf(rexpr, unqualified)];
  return [
    ...(left === null ? [] : [[left, ownerOf(rexpr, unqualified)] satisfies [string, string | null]]),
    ...(right === null ? [] : [[right, ownerOf(lexpr, unqualified)] satisfies [string, string | null]]),
  ];
}

/** The source of this tenant column; null for any other node. */
function tenantOf(node: Node, unqualified: string | undefined): string | null {
  const fields = fieldsOf(node);
  return fields?.at(-1) === 'tenant' ? ownerOf(node, unqualified) : null;
}

/** The source of this column; null for a parameter, a subquery, a function's value. */
function ownerOf(node: Node, unqualified: string | undefined): string | null {
  const fields = fieldsOf(node);
  if (!fields) return null;
  return fields.at(-2) ?? unqualified ?? '';
}

function fieldsOf(node: Node): string[] | null {
  if ('TypeCast' in node && node.TypeCast.arg) return fieldsOf(node.TypeCast.arg);
  if (!('ColumnRef' in node)) return null;
  return (node.ColumnRef.fields ?? []).flatMap((field) =>
    'String' in field ? (field.String.sval ?? []) : [],
  );
}
