import { isStorableJson } from '@crm/events/language/text.ts';
import { personalData } from '@crm/events/personal-data.ts';
import { decrypt, encrypt } from '../../secrets/cipher.ts';
import type { NewEvent, RecordedEvent } from '../port.ts';
import type { KeyState } from './keys.ts';

/** The personal values of an event, encrypted: version, initialization vector, tag and text as base64. */
type Sealed = { sealed: string };

const VERSION = 1;
const versionByte = Buffer.of(VERSION);

/**
 * The stored form of an event: its personal values are encrypted in one text, and '(erased)' takes their place. Without
 * a key the values are left out; an event from a stream that never had a key stays as it is.
 */
export function sealEvent(event: NewEvent, state: KeyState): NewEvent {
  if (state.kind === 'none') return event;
  const { rest, personal } = personalData.split(event);
  if (!personal) return event;
  if (state.kind === 'erased') return { ...event, data: rest };
  const text = JSON.stringify(personal);
  // The store's own check (prepare.ts) sees only the encrypted text.
  if (!isStorableJson(text))
    throw new TypeError(`Event ${event.type} ${event.id} holds a NUL or half of a surrogate pair`);
  const encrypted = encrypt(state.key, text, Buffer.from(event.id));
  const sealed: Sealed = { sealed: Buffer.concat([versionByte, encrypted]).toString('base64') };
  return { ...event, data: { ...(rest as object), ...sealed } }; // data with personal values is an object
}

/**
 * The event as it was appended. After the erasure, '(erased)' takes the place of its personal values, also in an event
 * that was stored as plain text. A sealed event without its key is read like an erased one.
 */
export function openEvent(event: RecordedEvent, state: KeyState): RecordedEvent {
  const { data } = event;
  if (!isSealed(data)) {
    return state.kind === 'erased' ? { ...event, data: personalData.split(event).rest } : event;
  }
  const { sealed, ...rest } = data;
  if (state.kind !== 'key') return { ...event, data: rest };
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes[0] !== VERSION)
    throw new Error(`${event.type} ${event.id} was encrypted by a newer version of this program`);
  return { ...event, data: personalData.join(rest, personalOf(event, state.key, bytes)) };
}

/** A text that was changed in the database cannot be decrypted; `npm run audit -- verify` names its event. */
function personalOf(event: RecordedEvent, key: Buffer, bytes: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(decrypt(key, bytes.subarray(1), Buffer.from(event.id)));
  } catch {
    return {};
  }
}

/** Whether the stored data has encrypted personal values. */
export const isSealed = (data: unknown): data is Sealed =>
  typeof data === 'object' && data !== null && 'sealed' in data && typeof data.sealed === 'string';
