import type { Broadcast } from '../broadcast/broadcast.ts';

/** Broadcast topic; its texts are names of streams that changed. */
export const CHANGED_STREAMS = 'lookups';
/** Streams whose lookups are cached (command-api/handle/lookups.ts). Changes of all others, such as leads, are not sent. */
const isCached = (stream: string) => /^(?:offer|user|tenant)-/.test(stream);

/** Makes the other processes drop what they have cached of a stream that this process has changed. */
export function announceChange(broadcast: Pick<Broadcast, 'send'>, stream: string): void {
  if (isCached(stream)) broadcast.send(CHANGED_STREAMS, stream);
}
