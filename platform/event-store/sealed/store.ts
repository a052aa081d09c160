import type { EventStore } from '../port.ts';
import { appendSealed, type Sealing } from './append.ts';
import type { PersonalKeys } from './keys.ts';
import { eventOpener } from './opener.ts';

/**
 * An event store that encrypts personal data (docs/erasure.md). Events are sealed when they are appended and opened when
 * they are read, so that all other code handles plain events; the store below has only the sealed ones.
 */
export function sealedStore(
  stored: EventStore,
  keys: PersonalKeys,
  keysWith: Sealing['keysWith'],
): EventStore {
  const sealing: Sealing = { stored, keys, keysWith };
  const { openAll, openBatch, openOnceAvailable } = eventOpener(keys);
  return {
    append: (append) => appendSealed(append, sealing),
    readStream: async (stream, options) => openAll(await stored.readStream(stream, options)),
    readStreams: async (parts) => openAll(await stored.readStreams(parts)),
    readBackwards: async (stream, options) => openAll(await stored.readBackwards(stream, options)),
    existing: (streams) => stored.existing(streams),
    readAll: async (options) => openBatch(await stored.readAll(options)),
    head: () => stored.head(),
    timeOf: (position, tenant) => stored.timeOf(position, tenant),
    async *follow(options) {
      for await (const batch of stored.follow(options)) {
        const plain = await openOnceAvailable(batch, options.signal);
        if (plain) yield plain;
      }
    },
    close: () => stored.close(),
  };
}
