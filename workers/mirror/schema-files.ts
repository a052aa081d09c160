import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decode } from '@crm/events/language/define.ts';
import { eventTypes } from '@crm/events/versions.ts';
import { z } from 'zod';
import { eventSchemas, type WrittenEvent } from './schemas.ts';

const root = path.join(import.meta.dirname, '../..');
/** The folder of the schemas. */
export const SCHEMAS = path.join(root, 'docs/events');

const Written = z.array(z.object({ type: z.string(), version: z.int(), data: z.unknown() }));

/** Events of each type in its newest version: those that the tests of events keep, of all versions, upcasted. */
export function writtenEvents(): WrittenEvent[] {
  const events = path.join(root, 'events');
  return readdirSync(events)
    .flatMap((feature) => [1, 2, 3, 4, 5].map((n) => path.join(events, feature, `version-${n}.json`)))
    .filter((file) => existsSync(file))
    .flatMap((file) => Written.parse(JSON.parse(readFileSync(file, 'utf8'))))
    .sort((a, b) => b.version - a.version)
    .map((stored) => {
      const decoded = decode(eventTypes, stored);
      if (decoded.kind !== 'event') throw new Error(`${stored.type} is no event of this program`);
      const { type, data } = decoded.event;
      return { type, version: eventTypes[type].version, data };
    });
}

/** The right content of docs/events, by the names of its files. */
export const schemaFiles = (): Map<string, string> => eventSchemas(writtenEvents());
