import type { Node } from 'libpg-query';

/** A node is an object of one key, its kind. */
export const kindOf = (node: Node): string => Object.keys(node)[0] ?? '';

/** The conditions that all must hold: `a and (b and c)` is three. */
export function conjunctsOf(node: Node): Node[] {
  if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR')
    return (node.BoolExpr.args ?? []).flatMap(conjunctsOf);
  return [node];
}

/**
 * What a condition says of tenants: `[a, b]` for `a.tenant = b.tenant`, `[a, null]` for `a.tenant = $1` and
 * `a.tenant = any($1)`; each way round. None for every other condition.
 *
 * @param unqualified whose column a bare `tenant` is
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

/** The source whose tenant this is; null when it is not a column `tenant`. */
function tenantOf(node: Node, unqualified: string | undefined): string | null {
  const fields = fieldsOf(node);
  return fields?.at(-1) === 'tenant' ? ownerOf(node, unqualified) : null;
}

/** The source whose column this is; null for a parameter, a subquery, a function's value. */
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
