import path from 'node:path';
import { Client, Pool } from 'pg';

/**
 * Files whose statements are not recorded: tests and fixtures. Recorded are the statements that the product
 * sends in this process; those of worker threads and child processes are not seen.
 */
const NOT_THE_PRODUCT = /^(?:e2e|bench)\/|(?:^|\/)test\/|\.test\.ts$|\.child\.ts$|\/story\.ts$/;
const ROOT = path.join(import.meta.dirname, '../../');

/** A text, its first sender, and whether it went over the pool of user reads. */
export type Sent = { text: string; from: string; forPeople: boolean };
const sent = new Map<string, Sent & { taken: boolean }>();
/**
 * Texts that a test or fixture sent first. Without it, each of their statements takes a stack: 2 % of the processor time of
 * these tests. If the product sends the same text, ./sources.test.ts checks it; on the pool of user reads it is recorded in
 * any case.
 */
const others = new Set<string>();

/**
 * Returns the statements not yet taken. Each text is returned once, even when a worker runs several test
 * files.
 */
export function takeNew(): Sent[] {
  const fresh = [...sent.values()].filter(({ taken }) => !taken);
  for (const each of fresh) each.taken = true;
  return fresh;
}

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
  const forPeople = application === 'crm queries';
  const known = sent.get(text);
  if (known && (known.forPeople || !forPeople)) return;
  if (!known && !forPeople && others.has(text)) return;
  const from = known?.from ?? senderOf(new Error().stack ?? '');
  if (from === null) return;
  if (NOT_THE_PRODUCT.test(from)) {
    others.add(text);
    return;
  }
  sent.set(text, { text, from, forPeople, taken: false });
}

/** The name of a pool and its connections (platform/postgres/pools.ts). */
function nameOf(self: unknown): string | undefined {
  // Both fields belong to node-postgres; its types lack the second.
  const { options, connectionParameters } = self as {
    options?: { application_name?: string };
    connectionParameters?: { application_name?: string };
  };
  return (options ?? connectionParameters)?.application_name;
}

/**
 * The nearest file of this repository on the stack; null when node-postgres's pool forwards a caller's
 * statement.
 */
function senderOf(stack: string): string | null {
  const lines = stack.split('\n').filter((line) => line.includes(ROOT) && !line.includes('/node_modules/'));
  const line = lines.find((each) => !each.includes('e2e/sql/sent.ts'));
  return line?.slice(line.indexOf(ROOT) + ROOT.length).replace(/(?::\d+)*\)?$/, '') ?? null;
}
