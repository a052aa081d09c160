import type { Broadcast } from '../broadcast/broadcast.ts';

/** Broadcast topic; its texts are names of changed streams. */
export const CHANGED_STREAMS = 'lookups';
/**
 * Streams whose lookups are cached (command-api/handle/lookups.ts). Changes of other streams, such as leads, are not
 * sent.
 */
const isCached = (stream: string) => /^(?:offer|user|tenant|subscription)-/.test(stream);

/** Tells the other processes to drop their cached lookups of a stream that this process has changed. */
export function announceChange(broadcast: Pick<Broadcast, 'send'>, stream: string): void {
  if (isCached(stream)) broadcast.send(CHANGED_STREAMS, stream);
}
