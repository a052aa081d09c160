import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeEvent, idsShownBy } from './describe.ts';
import { decode } from './language/define.ts';
import { type DomainEvent, eventTypes } from './versions.ts';

const StoredEvents = z.array(z.object({ type: z.string(), version: z.int(), data: z.unknown() }));

/** The stored events of all aggregates and versions, upcast to the newest version. */
const events = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^[a-z-]+\/version-\d+\.json$/.test(file))
  .flatMap((file) => {
    const content = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    return StoredEvents.parse(JSON.parse(content)).map((stored) => ({ file, ...newest(stored) }));
  });

function newest(stored: z.infer<typeof StoredEvents>[number]): { event: DomainEvent; name: string } {
  const decoded = decode(eventTypes, stored);
  if (decoded.kind !== 'event') throw new Error(`${stored.type} decodes as ${decoded.kind}`);
  return { event: decoded.event, name: `${stored.type} of version ${stored.version}` };
}

test('the stored events contain every event type', () =>
  expect(new Set(events.map(({ event }) => event.type))).toEqual(new Set(Object.keys(eventTypes))));

describe.each(events)('$name in $file', ({ event }) => {
  test('has a sentence and labelled changes', () => {
    const { text, changes } = describeEvent(event);
    expect(text).toMatch(/\S/);
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    for (const { label, to } of changes) {
      expect(label).toMatch(/\S/);
      expect(to).not.toMatch(/undefined|NaN|\[object/);
    }
  });

  test('shows no fields that its description does not name', () => {
    const secrets = { password: 'hidden-1', token: 'hidden-2', secret: 'hidden-3' };
    const { details, changes } = WithFields.parse(event.data);
    const data = {
      ...secrets,
      ...(event.data as object), // an event's data is always an object
      ...(details && { details: { ...secrets, ...details } }),
      ...(changes && { changes: { ...secrets, ...changes } }),
    };
    expect(JSON.stringify(describeEvent({ ...event, data } as DomainEvent))).not.toContain('hidden-'); // with fields added
  });
});

test('names are looked up for ids only, not for other values of filters', () => {
  const shown = events.flatMap(({ event }) => idsShownBy(event));
  expect(shown).not.toEqual([]);
  for (const id of shown) expect(id).toMatch(/^[\da-f-]{36}$/);
});

const WithFields = z.object({ details: z.looseObject({}).optional(), changes: z.looseObject({}).optional() });
