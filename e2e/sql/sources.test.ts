import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadModule } from 'libpg-query';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { startProduct } from '../api/product.ts';
import { MARKER } from './rule.ts';
import { EXEMPT, tenantTables } from './tables.ts';

await loadModule();
const tables = tenantTables();
const NOT_THE_PRODUCT = /(?:^|\/)(?:test|node_modules)\/|\.(?:test|child)\.ts$|\/story\.ts$/;
const ROOT = path.join(import.meta.dirname, '../..');

/**
 * Covers statements that no test sends: every text in the product's source that names a tenant table after
 * FROM, JOIN, INTO or UPDATE must also name `tenant`, or be marked as intended for every tenant. It matches
 * words, not SQL; statements that tests send are checked with the complete rule (./every-statement.ts).
 */
test('every SQL text that names a tenant table names the tenant', () => {
  const wrong = productFiles().flatMap((file) =>
    textsOf(file)
      .filter(
        (text) =>
          namesTenantTable(text) && !/\btenant\b/.test(text.replace(MARKER, '')) && !MARKER.test(text),
      )
      .map((text) => `${file}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

test('the tables of the rule equal those of a started product, and each has row-level security', async () => {
  const { database } = await startProduct({ DEMO_LEADS: '1' });
  const { rows } = await database.pool.query<{ name: string; walled: boolean }>(
    `select distinct regexp_replace(c.relname, '_g\\d+$', '') as name, bool_and(c.relforcerowsecurity) as walled
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and a.attname = 'tenant' and not a.attisdropped and c.relnamespace = 'public'::regnamespace
      group by 1 order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...tables, ...EXEMPT.keys()].sort());
  // Read before the caller is known, and by workers for all tenants: connections of one tenant never read
  // them.
  expect(rows.filter(({ walled }) => !walled).map(({ name }) => name)).toEqual([
    'batch_runs',
    'dead_letters',
    'sessions',
  ]);
});

function productFiles(): string[] {
  return ['command-api', 'platform', 'projections', 'workers']
    .flatMap((workspace) =>
      readdirSync(path.join(ROOT, workspace), { encoding: 'utf8', recursive: true }).map((file) =>
        path.join(workspace, file),
      ),
    )
    .filter((file) => file.endsWith('.ts') && !NOT_THE_PRODUCT.test(file));
}

/** The string and template literals of a file, without the substitutions in templates. */
function textsOf(file: string): string[] {
  const texts: string[] = [];
  const code = readFileSync(path.join(ROOT, file), 'utf8');
  if (![...tables].some((table) => code.includes(table))) return [];
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.ES2023);
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push(
        [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(' … '),
      );
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

const SQL = /^\s*(?:\/\*|select|insert into|update|delete from|with|(?:left |cross )?join)\b/i;

function namesTenantTable(text: string): boolean {
  if (!SQL.test(text)) return false;
  const named = text.matchAll(/\b(?:from|join|into|update)\s+([a-z_]+)/gi);
  return [...named].some(([, name = '']) => tables.has(name));
}
