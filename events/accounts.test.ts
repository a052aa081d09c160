import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { accountsIn } from './accounts.ts';
import { decode } from './language/define.ts';
import { OperatorRef } from './leads/events.ts';
import { eventTypes } from './versions.ts';

const Written = z.array(z.object({ type: z.string(), version: z.int(), data: z.unknown() }));
const written = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /version-\d\.json$/.test(file))
  .flatMap((file) => Written.parse(JSON.parse(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))))
  .flatMap((stored) => {
    const decoded = decode(eventTypes, stored);
    return decoded.kind === 'event' ? [decoded.event] : [];
  });

/** The ids of fields that name an account, at any depth. */
function namedIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    if (['owner', 'userId', 'admin'].includes(field)) return inner === null ? [] : [String(inner)];
    const ref = OperatorRef.strict().safeParse(inner);
    return ref.success ? [ref.data.id] : namedIn(inner);
  });
}

const STREAM = 'worker-6b0f2a70-0000-4000-8000-000000000001';
const byStream = ['ViewChosen', 'BreakStarted', 'BreakEnded'];

test.each(written)('the accounts that $type names are found', (event) => {
  const named = byStream.includes(event.type) ? [STREAM.replace('worker-', '')] : namedIn(event.data);
  expect([...accountsIn(event, STREAM)].sort()).toEqual(named.sort());
});
