import type { Broadcast } from '../broadcast/broadcast.ts';
import { type Message, messagesOf, type Push, textsOf } from './messages.ts';

/** Sends hints to the browsers of every process that may see them. Returns at once; never throws. */
export type Publish = (pushes: readonly Push[]) => void;

/** The broadcast topic of the live push; projections/live/gateway.ts listens to it. */
export const LIVE_TOPIC = 'live';

/** For a process without sockets of its own: the processes that serve browsers emit the hints. */
export function publishThrough(broadcast: Pick<Broadcast, 'send'>): Publish {
  return (pushes) => {
    for (const message of messagesOf(pushes)) broadcastMessage(broadcast, message);
  };
}

/** Sends one message to the other processes; a long one in several texts. */
export function broadcastMessage(broadcast: Pick<Broadcast, 'send'>, message: Message): void {
  for (const text of textsOf(message)) broadcast.send(LIVE_TOPIC, text);
}
