import { Client, Pool } from 'pg';
import { afterAll, expect } from 'vitest';

/**
 * A setup file of vitest: after each test file it holds every statement that the product sent from this process to the
 * rule of ./rule.ts. Statements that a test or a fixture wrote itself are not the product's. Worker threads and child
 * processes are not seen here: ./sources.test.ts reads the source of those.
 */
const NOT_THE_PRODUCT = /^(?:e2e|bench)\/|(?:^|\/)test\/|\.test\.ts$|\.child\.ts$|\/(?:toys|story)\.ts$/;
const ROOT = new URL('../..', import.meta.url).pathname;

/** Each text once: where it was first sent from, and whether it was sent over the pool of people's reads. */
const sent = new Map<string, { from: string; forPeople: boolean }>();

for (const { prototype } of [Client, Pool]) {
  prototype.query = new Proxy(prototype.query, {
    apply(query, self, args: unknown[]) {
      const [first] = args;
      const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : first;
      if (typeof text === 'string' && /\b(?:from|join|into|update)\b/i.test(text)) note(text, nameOf(self));
      return Reflect.apply(query, self, args);
    },
  });
}

function note(text: string, application: string | undefined) {
  const known = sent.get(text);
  const from = known?.from ?? senderOf(new Error().stack ?? '');
  if (from === null || NOT_THE_PRODUCT.test(from)) return;
  sent.set(text, { from, forPeople: known?.forPeople || application === 'crm queries' });
}

/** What a pool and its connections are called (platform/postgres/pools.ts). */
function nameOf(self: unknown): string | undefined {
  // Both fields are node-postgres's own; its types leave the second out.
  const { options, connectionParameters } = self as {
    options?: { application_name?: string };
    connectionParameters?: { application_name?: string };
  };
  return (options ?? connectionParameters)?.application_name;
}

/** The nearest file of this repository on the stack; null for what node-postgres's pool sends on for a caller. */
function senderOf(stack: string): string | null {
  const lines = stack.split('\n').filter((line) => line.includes(ROOT) && !line.includes('/node_modules/'));
  const line = lines.find((each) => !each.includes('e2e/sql/every-statement.ts'));
  return line?.slice(line.indexOf(ROOT) + ROOT.length).replace(/(?::\d+)*\)?$/, '') ?? null;
}

afterAll(async () => {
  if (sent.size === 0) return;
  // Loaded here, so that files that send no statement pay nothing for it.
  const { loadModule } = await import('libpg-query');
  const { MARKER, missingPredicates } = await import('./rule.ts');
  const { tenantTables } = await import('./tables.ts');
  await loadModule();
  const tables = tenantTables();
  const wrong = [...sent].flatMap(([text, { from, forPeople }]) => {
    if (MARKER.test(text))
      return forPeople ? [`${from}: people's reads are never of every tenant\n${text}`] : [];
    return missingPredicates(text, tables).map((missing) => `${from}: ${missing}\n${text}`);
  });
  expect(wrong, 'statements without a tenant predicate (e2e/sql/rule.ts)').toEqual([]);
});
