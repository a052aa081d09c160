import type { Policy } from '@crm/platform/http/policy.ts';
import type { Route } from '@crm/platform/http/route.ts';

const BEGIN = '<!-- routes: generated -->';
const END = '<!-- routes: end -->';

/** Replaces the table between the two markers of a docs page by the table of these routes. */
export function withRoutesTable(page: string, routes: readonly Route[]): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`The page lacks ${BEGIN} or ${END}`);
  return `${before}${BEGIN}\n\n${routesTable(routes)}\n\n${END}${after}`;
}

const COLUMNS = ['path under `/api`', 'method', 'credential', 'roles', 'scope', 'blocked tenant'] as const;

/**
 * A Markdown table of all routes and their policies, sorted by path, with columns as wide as their longest
 * cell.
 */
function routesTable(routes: readonly Route[]): string {
  const rows = routes
    .map(({ endpoint: { method, path }, policy }) => [`\`${path}\``, method, ...cellsOf(policy)])
    .sort(byPath);
  const widths = COLUMNS.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(' | ')} |`;
  return [
    line(COLUMNS),
    line(
      COLUMNS.map(() => ''),
      '-',
    ),
    ...rows.map((row) => line(row)),
  ].join('\n');
}

/** Compares without backticks, so that a path precedes longer ones that begin with it. */
const byPath = (a: readonly string[], b: readonly string[]) => {
  const [one, other] = [a, b].map((row) => row.join(' ').replaceAll('`', ''));
  return one !== undefined && other !== undefined && one < other ? -1 : 1;
};

/** Credential, roles, scope and blocked tenant. */
function cellsOf(policy: Policy): [string, string, string, string] {
  switch (policy.credential) {
    case 'session': {
      const blocked = policy.scope === 'all' ? '–' : policy.blockedTenant;
      return ['session', policy.roles.join(', '), policy.scope, blocked];
    }
    case 'apiKey':
      return ['API key, optional', '–', policy.scope, policy.blockedTenant];
    case 'signature':
      return [`signature in ${policy.header}`, '–', '–', '–'];
    case 'public':
      return ['none', '–', '–', '–'];
    default:
      return policy satisfies never;
  }
}
