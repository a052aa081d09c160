import type { EventMeta } from '@crm/events/envelope/envelope.ts';
import { leadEvents } from '@crm/events/leads/events.ts';
import { personalData } from '@crm/events/personal-data.ts';
import { eventTypes } from '@crm/events/versions.ts';
import { z } from 'zod';

/** An event as it was appended, of the type's newest version (events/FEATURE/version-N.json). */
export type WrittenEvent = { type: string; version: number; data: unknown };

/** In place of the encrypted personal data of an example. */
const SEALED = 'AWq0…';

const Role = z.enum(['admin', 'operator', 'super_admin']);
/** The fields of a message (message.ts). */
const envelope = z.object({
  type: z.string(),
  version: z.int().min(1).describe('Of the schema of data'),
  data: z.looseObject({}),
  id: z.guid().describe('Id of the event'),
  stream: z.string().describe('The key of the message: the aggregate, a dash, its id'),
  revision: z.int().min(0).describe('Index of the event in its stream, without gaps'),
  position: z.string().describe('Place in the history; compare it as a text'),
  history: z.guid().describe('The history that positions belong to'),
  at: z.iso.datetime().describe('Time of recording'),
  meta: z.object({
    tenant: z.guid(),
    actor: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('user'), id: z.guid(), name: z.string(), role: Role }),
      z.object({ kind: z.literal('partner'), apiKeyId: z.string().nullable() }),
      z.object({ kind: z.literal('system'), name: z.string() }),
    ]),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    commandId: z.guid(),
    correlationId: z.guid(),
    causationId: z.string().nullable(),
    requestHash: z.string().nullable(),
    imported: z.string().optional().describe('The import that wrote the event in this installation'),
    traceparent: z
      .string()
      .optional()
      .describe('The W3C trace context of the command, while traces are collected'),
  } satisfies Record<keyof EventMeta, z.ZodType>),
});

type Schema = Record<string, unknown>;

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
/** The file with the fields of every message, which the file of each type refers to. */
const MESSAGE = 'message.json';
const textOf = (schema: object) => `${JSON.stringify(schema, null, 2)}\n`;

/**
 * A JSON schema (draft 2020-12) of the messages of each event type, in the version that this program writes, with an example.
 * @param written an event of each type in its newest version
 * @returns the text of each file of docs/events, by its name
 */
export function eventSchemas(written: readonly WrittenEvent[]): Map<string, string> {
  const files = new Map([
    [MESSAGE, textOf({ $schema: DRAFT, title: 'A message', ...jsonSchemaOf(envelope) })],
  ]);
  for (const [type, { version, schema }] of Object.entries(eventTypes)) {
    const event = written.find((each) => each.type === type && each.version === version);
    if (!event) throw new Error(`No version-N.json has an example of ${type}`);
    const { $defs, ...data } = jsonSchemaOf(schema);
    const described = {
      $schema: DRAFT,
      title: `${type}, version ${version}`,
      allOf: [{ $ref: MESSAGE }],
      properties: {
        type: { const: type },
        version: { const: version },
        data: storedForm(type, version, data),
      },
      ...($defs !== undefined && { $defs }),
      examples: [exampleOf(event)],
    };
    files.set(`${type}.json`, textOf(described));
  }
  return files;
}

/** Without `additionalProperties: false`: a consumer ignores fields that it does not know. */
function jsonSchemaOf(schema: z.ZodType): Schema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties;
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern; // it says the same
    },
  });
  return rest;
}

/** The schema of data in its stored form: personal values may be replaced, and are encrypted in `sealed`. */
function storedForm(type: string, version: number, schema: Schema): Schema {
  const places = personalData.placesOf(type, version);
  if (places.length === 0) return schema;
  const data = structuredClone(schema);
  for (const path of places) allowErased(data, path);
  return {
    ...data,
    properties: {
      ...objectAt(data, 'properties'),
      sealed: { type: 'string', description: 'The encrypted personal values; see README.md' },
    },
  };
}

/** Allows the replacements of a personal value at a path of a schema. */
function allowErased(schema: Schema, [name, ...rest]: readonly string[]): void {
  for (const option of [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')])
    if (isSchema(option)) allowErased(option, [name ?? '', ...rest]);
  const properties = objectAt(schema, 'properties');
  const value = properties[name ?? ''];
  if (!isSchema(value)) return;
  if (rest.length > 0) allowErased(value, rest);
  else properties[name ?? ''] = { description: 'Personal', anyOf: [value, { enum: ['(erased)', null] }] };
}

function exampleOf({ type, version, data }: WrittenEvent) {
  const { rest, personal } = personalData.split({ type, version, data });
  const stored = personal && isSchema(rest) ? { ...rest, sealed: SEALED } : data;
  const id = (last: string) => `00000000-0000-4000-8000-0000000000${last}`;
  return {
    id: id('01'),
    type,
    version,
    stream: `${Object.hasOwn(leadEvents, type) ? 'lead' : 'stream'}-${id('02')}`,
    revision: 0,
    position: '0000000000000042',
    history: id('03'),
    at: '2026-01-31T09:30:00.000Z',
    data: stored,
    meta: {
      tenant: id('04'),
      actor: { kind: 'user', id: id('05'), name: 'Ann Admin', role: 'admin' },
      ip: '192.0.2.1',
      userAgent: null,
      commandId: id('06'),
      correlationId: id('06'),
      causationId: null,
      requestHash: null,
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
  };
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectAt = (schema: Schema, key: string): Schema => {
  const value = schema[key];
  return isSchema(value) ? value : {};
};
const listAt = (schema: Schema, key: string): unknown[] => {
  const value = schema[key];
  return Array.isArray(value) ? value : [];
};
