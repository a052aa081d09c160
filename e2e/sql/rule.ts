import { type InsertStmt, type Node, parseSync, type RangeVar, type SelectStmt } from 'libpg-query';
import { conjunctsOf, equalitiesOf, kindOf } from './predicates.ts';

/** Marks a statement that intentionally runs for every tenant; the comment in the SQL contains the reason. */
export const MARKER = /\/\* every tenant: \S[^*]*\*\//;

/**
 * The same for reads of super admins. Row-level security makes it true: only a query whose policy has the scope 'all' sees
 * rows of every tenant (projections/query.ts).
 */
export const SUPER_ADMINS_MARKER = /\/\* every tenant: for super admins\b[^*]*\*\//;

/** A name in FROM, and its tenant table; null for a subquery, a function or a WITH query. */
type Source = { name: string; table: string | null };
/** A condition that every row of the restricted sources satisfies. */
type Condition = { quals: Node[]; restricts: ReadonlySet<string> };

/**
 * Finds the tenant tables that a statement reads or writes for every tenant at once. A read, update or delete
 * needs `tenant = …` for each of them, joined by AND to all other conditions: compared with a parameter, with
 * a row that is itself restricted to a tenant, or with a subquery or function. An insert names the tenant of
 * its rows, and its ON CONFLICT changes only a row of the same tenant.
 *
 * @param tables names of the tables and views with a column `tenant`; `leads_g2` is a generation of `leads`
 * @returns one text per missing predicate; none for DDL. Call `loadModule()` of libpg-query first.
 */
export function missingPredicates(sql: string, tables: ReadonlySet<string>): string[] {
  const missing: string[] = [];
  for (const { stmt } of parseSync(sql).stmts ?? []) {
    if (
      !stmt ||
      !['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'].includes(kindOf(stmt))
    )
      continue;
    const named = namesOfWith(stmt);
    const tableOf = ({ relname = '' }: RangeVar) => {
      const table = relname.replace(/_g\d+$/, '');
      return !named.has(relname) && tables.has(table) ? table : null;
    };
    everyNode(stmt, (node) => missing.push(...missingIn(node, tableOf)));
  }
  return missing;
}

type TableOf = (range: RangeVar) => string | null;

function missingIn(node: Node, tableOf: TableOf): string[] {
  if ('SelectStmt' in node) {
    const { fromClause = [], whereClause } = node.SelectStmt;
    return unheld([...fromClause], whereClause, tableOf);
  }
  if ('UpdateStmt' in node) {
    const { relation, fromClause = [], whereClause } = node.UpdateStmt;
    return unheld([...(relation ? [{ RangeVar: relation }] : []), ...fromClause], whereClause, tableOf);
  }
  if ('DeleteStmt' in node) {
    const { relation, usingClause = [], whereClause } = node.DeleteStmt;
    return unheld([...(relation ? [{ RangeVar: relation }] : []), ...usingClause], whereClause, tableOf);
  }
  if ('InsertStmt' in node) return missingInInsert(node.InsertStmt, tableOf);
  if ('MergeStmt' in node) return ['MERGE is not understood by this check'];
  return [];
}

/** The sources of one level of a statement without a tenant condition. */
function unheld(from: Node[], where: Node | undefined, tableOf: TableOf): string[] {
  const sources: Source[] = [];
  const conditions: Condition[] = [];
  for (const item of from) gather(item, tableOf, sources, conditions);
  const all = new Set(sources.map(({ name }) => name));
  if (where) conditions.push({ quals: conjunctsOf(where), restricts: all });

  const walled = sources.filter(({ table }) => table !== null);
  const alone = walled.length === 1 ? walled[0]?.name : undefined;
  const isWalled = (name: string) => walled.some((source) => source.name === name);
  const held = new Set<string>();
  // A restricted source restricts the sources joined to it by tenant: repeat until nothing is added.
  for (let before = -1; before < held.size; ) {
    before = held.size;
    for (const { quals, restricts } of conditions) {
      for (const [one, other] of quals.flatMap((qual) => equalitiesOf(qual, alone))) {
        if (!isWalled(one) || !restricts.has(one)) continue;
        if (other === null || !isWalled(other) || held.has(other)) held.add(one);
      }
    }
  }
  return walled.flatMap(({ name, table }) => (held.has(name) ? [] : `${table} (${name})`));
}

/** Walks a FROM item: collects its sources, and its join conditions with the sources that each restricts. */
function gather(item: Node, tableOf: TableOf, sources: Source[], conditions: Condition[]): string[] {
  if ('JoinExpr' in item) {
    const { jointype, larg, rarg, quals, usingClause = [] } = item.JoinExpr;
    const left = larg ? gather(larg, tableOf, sources, conditions) : [];
    const right = rarg ? gather(rarg, tableOf, sources, conditions) : [];
    // The condition of an outer join does not restrict its outer side.
    const restricts = new Set([
      ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT' ? left : []),
      ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT' ? right : []),
    ]);
    if (quals) conditions.push({ quals: conjunctsOf(quals), restricts });
    for (const column of usingClause)
      if ('String' in column && column.String.sval === 'tenant')
        conditions.push({ quals: everyPair(left, right), restricts });
    return [...left, ...right];
  }
  const source = sourceOf(item, tableOf);
  sources.push(source);
  return [source.name];
}

function sourceOf(item: Node, tableOf: TableOf): Source {
  if ('RangeVar' in item) {
    const { alias, relname = '' } = item.RangeVar;
    return { name: alias?.aliasname ?? relname, table: tableOf(item.RangeVar) };
  }
  const called = 'RangeFunction' in item ? item.RangeFunction.alias : undefined;
  const alias = 'RangeSubselect' in item ? item.RangeSubselect.alias : called;
  return { name: alias?.aliasname ?? '', table: null };
}

/** Expands `using (tenant)` into equalities. */
function everyPair(left: readonly string[], right: readonly string[]): Node[] {
  const tenantOf = (name: string): Node => ({
    ColumnRef: { fields: [{ String: { sval: name } }, { String: { sval: 'tenant' } }] },
  });
  return left.flatMap((one) =>
    right.map((other) => ({
      A_Expr: {
        kind: 'AEXPR_OP',
        name: [{ String: { sval: '=' } }],
        lexpr: tenantOf(one),
        rexpr: tenantOf(other),
      },
    })),
  );
}

function missingInInsert({ relation, cols, onConflictClause }: InsertStmt, tableOf: TableOf): string[] {
  const table = relation && tableOf(relation);
  if (!relation || !table) return [];
  const names = cols?.flatMap((column) => ('ResTarget' in column ? (column.ResTarget.name ?? []) : []));
  if (names && !names.includes('tenant')) return [`${table} (a row without its tenant)`];
  if (onConflictClause?.action !== 'ONCONFLICT_UPDATE') return [];
  const { infer, whereClause } = onConflictClause;
  const byTenant = infer?.indexElems?.some((each) => 'IndexElem' in each && each.IndexElem.name === 'tenant');
  const name = relation.alias?.aliasname ?? relation.relname ?? '';
  const sameTenant = (whereClause ? conjunctsOf(whereClause) : [])
    .flatMap((qual) => equalitiesOf(qual, undefined))
    .some(([one, other]) => one === name && other === 'excluded');
  return byTenant || sameTenant ? [] : [`${table} (on conflict it changes a row of any tenant)`];
}

function namesOfWith(stmt: Node): ReadonlySet<string> {
  const names = new Set<string>();
  everyNode(stmt, (node) => {
    if ('CommonTableExpr' in node && node.CommonTableExpr.ctename) names.add(node.CommonTableExpr.ctename);
  });
  return names;
}

/** Visits a node and all its descendants, including the sides of UNION, which lack a kind. */
function everyNode(value: unknown, visit: (node: Node) => void) {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value) everyNode(each, visit);
    return;
  }
  for (const [key, below] of Object.entries(value)) {
    // The parser's output: a node is an object whose only key is its kind, which begins with a capital
    // letter.
    if (/^[A-Z]/.test(key)) visit({ [key]: below } as Node);
    else if (key === 'larg' || key === 'rarg') visitUnion(below, visit);
    everyNode(below, visit);
  }
}

function visitUnion(value: unknown, visit: (node: Node) => void) {
  // The parser's output: the sides of UNION are bare SelectStmts, the sides of a join are nodes.
  if (typeof value === 'object' && value !== null && 'op' in value)
    visit({ SelectStmt: value as SelectStmt });
}
