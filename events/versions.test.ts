import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { knownVersions } from './versions.ts';

const here = import.meta.dirname;
const aggregates = readdirSync(here).filter((folder) => existsSync(path.join(here, folder, 'events.ts')));

it.each(aggregates)('every event type of %s is in knownVersions', async (aggregate) => {
  const exported: Record<string, unknown> = await import(path.join(here, aggregate, 'events.ts'));
  const types = Object.entries(exported)
    .filter(([name]) => /^[a-zA-Z]+Events$/.test(name))
    .flatMap(([, of]) => Object.entries(of as Record<string, { version: number }>)); // a cast: exports with such a name are event types
  expect(types.length).toBeGreaterThan(0);
  for (const [type, { version }] of types) expect([type, knownVersions[type]]).toEqual([type, version]);
});
