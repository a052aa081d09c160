import { isStorable, isStorableJson } from '@crm/events/language/text.ts';
import { APPEND_LIMIT_BYTES, type Append, EVENT_LIMIT_BYTES, type NewEvent } from './port.ts';

/** An append ready to send: each event's data and meta as one line of JSON. */
export type Prepared = {
  append: Append;
  datas: string[];
  metas: string[];
  bytes: number;
  /** The stream and names that this append may change: two appends in one call may not share any. */
  touches: string[];
};

type TooLarge = { kind: 'too-large'; what: 'event' | 'append'; bytes: number; limit: number };

/**
 * Serialises an append's events to JSON and checks their size. Throws TypeError for input that only a bug can produce:
 * the caller answers 500 and nothing is stored. This includes text that Postgres cannot store, on both adapters: all
 * read models are in Postgres, and they could never apply such an event.
 */
export function prepare(append: Append): Prepared | TooLarge {
  const { stream, expected, events, reserve = [], release = [] } = append;
  if (events.length === 0) throw new TypeError(`An append to ${stream} has no events`);
  if (typeof expected === 'number' && !(Number.isInteger(expected) && expected >= 0)) {
    throw new TypeError(`Expected revision ${expected} of ${stream} is not a whole number from 0`);
  }
  for (const name of [stream, ...reserve, ...release]) oneLine(name);
  const datas: string[] = [];
  const metas: string[] = [];
  let bytes = 0;
  for (const event of events) {
    const data = json(event.data, event);
    const meta = json(event.meta, event);
    const size = Buffer.byteLength(data) + Buffer.byteLength(meta);
    if (size > EVENT_LIMIT_BYTES)
      return { kind: 'too-large', what: 'event', bytes: size, limit: EVENT_LIMIT_BYTES };
    identified(event);
    datas.push(data);
    metas.push(meta);
    bytes += size;
  }
  if (bytes > APPEND_LIMIT_BYTES)
    return { kind: 'too-large', what: 'append', bytes, limit: APPEND_LIMIT_BYTES };
  return { append, datas, metas, bytes, touches: [stream, ...reserve.map(asName), ...release.map(asName)] };
}

/** Distinguishes a name from a stream; neither contains a line break. */
const asName = (name: string) => `\n${name}`;

function json(value: unknown, event: NewEvent): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`Event ${event.type} ${event.id} cannot be written as JSON`);
  if (!isStorableJson(text))
    throw new TypeError(`Event ${event.type} ${event.id} holds a NUL or half of a surrogate pair`);
  return text;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function identified({ id, type, version }: NewEvent) {
  oneLine(type);
  if (!UUID.test(id))
    throw new TypeError(`Event ${type} has the id ${JSON.stringify(id)}, which is not a UUID`);
  if (!Number.isInteger(version) || version < 1 || version > 32767) {
    throw new TypeError(`Event ${type} has version ${version}, which is not a whole number from 1 to 32767`);
  }
}

/** Lists of names are sent as lines of one text. */
function oneLine(name: string) {
  if (name === '' || name.includes('\n') || !isStorable(name))
    throw new TypeError(`Not a name for a stream, type or reservation: ${JSON.stringify(name)}`);
}
