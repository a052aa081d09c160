import type { Broadcast } from '../broadcast/broadcast.ts';
import { type Message, messagesOf, type Push, textsOf } from './messages.ts';

/** Sends hints to the browsers of all processes. Returns at once; never throws. */
export type Publish = (pushes: readonly Push[]) => void;

/** Broadcast topic of live hints; projections/live/gateway.ts listens to it. */
export const LIVE_TOPIC = 'live';

/** For a process without sockets: the processes that serve browsers emit the hints. */
export function publishThrough(broadcast: Pick<Broadcast, 'send'>): Publish {
  return (pushes) => {
    for (const message of messagesOf(pushes)) broadcastMessage(broadcast, message);
  };
}

/** Sends a message to the other processes, in several texts if it is long. */
export function broadcastMessage(broadcast: Pick<Broadcast, 'send'>, message: Message): void {
  for (const text of textsOf(message)) broadcast.send(LIVE_TOPIC, text);
}
