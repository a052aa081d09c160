import type { Broadcast } from '../broadcast/broadcast.ts';

/** Broadcast topic; its texts are names of changed streams. */
export const CHANGED_STREAMS = 'lookups';

/** Tells the other processes to drop their cached lookups of a stream that this process has changed. */
export function announceChange(broadcast: Pick<Broadcast, 'send'>, stream: string): void {
  broadcast.send(CHANGED_STREAMS, stream);
}
