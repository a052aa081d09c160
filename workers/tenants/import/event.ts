import { plainText } from '@crm/contracts/issues.ts';
import { roles } from '@crm/events/envelope/envelope.ts';
import { mayHold } from '@crm/events/envelope/may-hold.ts';
import { PLATFORM_TENANT, TenantId, UserId } from '@crm/events/ids.ts';
import { decode, type EventTypes } from '@crm/events/language/define.ts';
import { IndexedText } from '@crm/events/language/indexed-text.ts';
import { isStorableJson } from '@crm/events/language/text.ts';
import { eventTypes } from '@crm/events/versions.ts';
import type { ImportedEvent } from '@crm/platform/event-store/importing/stage.ts';
import { EVENT_LIMIT_BYTES } from '@crm/platform/event-store/port.ts';
import { z } from 'zod';
import { problemIn } from './problem.ts';
import { orderProblem, streamProblem, uuid } from './stream.ts';

const Actor = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user'), id: UserId, name: z.string(), role: z.enum(roles) }),
  z.strictObject({ kind: z.literal('partner'), apiKeyId: z.string().nullable() }),
  z.strictObject({ kind: z.literal('system'), name: z.string() }),
]);

/** A line of an archive. */
const Line = z.strictObject({
  id: uuid,
  type: z.string(),
  version: z.int().min(1).max(32_767),
  stream: z.string(),
  revision: z.int().min(0).max(2_147_483_647),
  at: z.iso.datetime(),
  data: z.unknown(),
  meta: z.strictObject({
    tenant: TenantId,
    actor: Actor,
    ip: IndexedText.nullable(),
    userAgent: z.string().nullable(),
    commandId: uuid,
    correlationId: uuid,
    causationId: uuid.nullable(),
    requestHash: z.string().nullable(),
    // Of an organisation that was imported before.
    imported: uuid.optional(),
    traceparent: z.string().max(100).optional(),
  }),
});

/** An event with its data in the newest version. */
export type CheckedEvent = { event: ImportedEvent; data: unknown };
export type Checked = { kind: 'event'; checked: CheckedEvent } | { kind: 'wrong'; problem: string };

const wrong = (problem: string): Checked => ({ kind: 'wrong', problem });

/** No product wrote events before, and Postgres has no year 0. */
const FIRST_YEAR = '2000';

/** An event may have a different clock than this machine, but none happens tomorrow. */
const CLOCK_MS = 24 * 60 * 60 * 1000;

/**
 * Checks a line of an archive: its form, its tenant and stream, and its data by the schema of its type.
 *
 * @param tenant the organisation of the first line; null for that line itself
 * @param batch the import that writes the event
 */
export function checkLine(
  text: string,
  { n, tenant, batch }: { n: number; tenant: TenantId | null; batch: string },
): Checked {
  let json: unknown;
  let isStorable = false;
  try {
    json = JSON.parse(text);
    // Throws for JSON that is nested more deeply than the stack.
    isStorable = isStorableJson(JSON.stringify(json)) && !text.includes('"__proto__"');
  } catch {
    return wrong('This is no JSON, or nested too deeply');
  }
  const line = Line.safeParse(json, { error: plainText });
  if (!line.success) return wrong(problemIn('The line', line.error));
  const { id, type, version, stream, revision, at, data, meta } = line.data;
  if (meta.tenant === PLATFORM_TENANT) return wrong('meta.tenant: Is the installation, not an organization');
  if (tenant !== null && meta.tenant !== tenant)
    return wrong(`meta.tenant: ${meta.tenant} is another organization than that of the first event`);
  const misplaced = streamProblem(type, stream, meta.tenant);
  if (misplaced !== null) return wrong(misplaced);
  if (at < FIRST_YEAR) return wrong('at: Is before 2000');
  if (Date.parse(at) > Date.now() + CLOCK_MS) return wrong('at: Is in the future');
  if (!isStorable) return wrong('Contains characters or names that cannot be stored');
  if (Buffer.byteLength(text) > EVENT_LIMIT_BYTES) return wrong(`Has more than ${EVENT_LIMIT_BYTES} bytes`);
  const newest = dataOf(type, version, data);
  if (newest.kind === 'wrong') return newest;
  const foreign = orderProblem({ type, stream, tenant: meta.tenant, data: newest.data });
  if (foreign !== null) return wrong(foreign);
  if (type === 'UserCreated' || type === 'UserEdited') {
    const role = roleIn(newest.data);
    if (role !== undefined && !mayHold(role, meta.tenant))
      return wrong(`data: The role ${role} belongs to the installation, not to an organization`);
  }
  const event = { id, type, version, data, meta: { ...meta, imported: batch }, n, stream, revision };
  return { kind: 'event', checked: { event: { ...event, at: new Date(at) }, data: newest.data } };
}

const OfUser = z.object({
  details: z.object({ role: z.enum(roles) }).optional(),
  changes: z.object({ role: z.enum(roles).optional() }).optional(),
});

/** The role that an event gives to its user; undefined for none. */
function roleIn(data: unknown) {
  const { details, changes } = OfUser.parse(data);
  return details?.role ?? changes?.role;
}

type Data = { kind: 'data'; data: unknown } | Extract<Checked, { kind: 'wrong' }>;

function dataOf(type: string, version: number, data: unknown): Data {
  const types: EventTypes = eventTypes;
  const schema = types[type]?.schema;
  if (!schema) throw new Error(`${type} has a stream and no schema`);
  // The event store keeps what it encrypts under this name.
  if (typeof data === 'object' && data !== null && 'sealed' in data)
    return { kind: 'wrong', problem: 'data.sealed: Does not belong to the event' };
  try {
    const decoded = decode(types, { type, version, data });
    if (decoded.kind === 'newer')
      return {
        kind: 'wrong',
        problem: `version: ${type} has version ${version}, and this program knows versions up to ${decoded.known}. Import the archive with a newer version.`,
      };
    if (decoded.kind !== 'event') throw new Error(`${type} is not known`);
    const parsed = schema.safeParse(decoded.event.data, { error: plainText });
    if (parsed.success) return { kind: 'data', data: parsed.data };
    return { kind: 'wrong', problem: problemIn('The line', parsed.error, 'data') };
  } catch {
    // The conversion of an older version threw.
    return { kind: 'wrong', problem: `data: Is not that of ${type} in version ${version}` };
  }
}
