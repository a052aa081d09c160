import { personalData } from '@crm/events/personal-data.ts';
import { idOf } from '@crm/events/streams.ts';
import { KEY_BYTES } from '../../secrets/cipher.ts';
import { pooledRandomBytes } from '../../secrets/random-bytes.ts';
import {
  type Append,
  type AppendOutcome,
  type EventStore,
  type PersonalKey,
  StoreUnavailable,
} from '../port.ts';
import type { KeyState, PersonalKeys } from './keys.ts';
import { isSealed, sealEvent } from './seal-event.ts';

/** A store of sealed events, and the keys that seal them. */
export type Sealing = {
  stored: EventStore;
  keys: PersonalKeys;
  /**
   * 'append': the store writes a new key in the transaction of its append. 'before': the key is stored first, since events
   * and keys are in two databases.
   */
  keysWith: 'append' | 'before';
};

/** Appends events whose personal data is encrypted first. */
export async function appendSealed(append: Append, sealing: Sealing): Promise<AppendOutcome> {
  const { stored, keys } = sealing;
  if (!personalData.isIn(append.stream)) return stored.append(append);
  try {
    const { state, key } = await keyFor(append, sealing);
    const events = append.events.map((event) => sealEvent(event, state));
    const outcome = await stored.append({ ...append, events, ...(key && { key }) });
    if (outcome.kind === 'appended' && !outcome.repeated) {
      if (key) keys.created(key);
      if (events.some(({ type }) => personalData.isErasure(type))) keys.erased(idOf(append.stream));
    }
    return outcome;
  } catch (error) {
    if (error instanceof StoreUnavailable) return { kind: 'unavailable', reason: error.message };
    throw error;
  }
}

/** `key`: a new one, which is written with the append. */
type AppendKey = { state: KeyState; key?: PersonalKey };

const withoutKey: AppendKey = { state: { kind: 'none' } };

/** The key that seals an append: a new stream gets one. Throws StoreUnavailable. */
const keyFor = (append: Append, sealing: Sealing): Promise<AppendKey> =>
  append.expected === 'none' ? newKey(append, sealing) : keyOf(append.stream, sealing);

async function newKey({ stream, events }: Append, { keys, keysWith }: Sealing): Promise<AppendKey> {
  const tenant = events[0]?.meta.tenant;
  if (tenant === undefined) return withoutKey; // the store refuses an append without events
  const key: PersonalKey = { subject: idOf(stream), tenant, key: pooledRandomBytes(KEY_BYTES) };
  if (keysWith === 'before') return { state: await keys.store(key) };
  return { state: { kind: 'key', key: key.key }, key };
}

/**
 * The key of an existing stream. One from before encryption stays as it is. One whose key was lost takes no event, since it
 * would be stored as plain text.
 */
async function keyOf(stream: Append['stream'], { stored, keys }: Sealing): Promise<AppendKey> {
  const subject = idOf(stream);
  const state = (await keys.of([subject])).get(subject);
  if (state && state.kind !== 'none') return { state };
  const [first] = await stored.readStream(stream, { limit: 1 });
  if (first && isSealed(first.data))
    throw new StoreUnavailable(`The key of ${stream} is missing: restore the database that has the keys`);
  return withoutKey;
}
