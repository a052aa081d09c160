import { Hint, Topic } from '@crm/contracts/live/hint.ts';
import { z } from 'zod';
import type { Position } from '../event-store/port.ts';

/** A hint for the browsers in one room: what to fetch again, by topic. */
export type Push = { room: string; topic: string; ids: string[]; position: Position };

/** One hint for the sockets in some rooms; a socket in several of them gets it once. */
const Message = z.object({ rooms: z.array(z.string()), hint: Hint });
export type Message = z.infer<typeof Message>;

/** The same hint to several rooms is one message. */
export function messagesOf(pushes: readonly Push[]): Message[] {
  const messages = new Map<string, Message>();
  for (const { room, topic, ids, position } of pushes) {
    const same = `${topic} ${position} ${ids.join()}`;
    const message = messages.get(same);
    if (message) message.rooms.push(room);
    else messages.set(same, { rooms: [room], hint: { topic: Topic.parse(topic), ids, position } });
  }
  return [...messages.values()];
}

/** Most ids and rooms of one text: 150 ids of 39 bytes and 20 rooms of 60 take 7,050 of the 7,900 bytes it holds. */
const IDS = 150;
const ROOMS = 20;

/** Writes a message as texts for the other processes; a long message takes several. */
export function textsOf({ rooms, hint }: Message): string[] {
  return partsOf(rooms, ROOMS).flatMap((someRooms) =>
    partsOf(hint.ids, IDS).map((ids) =>
      JSON.stringify({ rooms: someRooms, hint: { ...hint, ids } } satisfies Message),
    ),
  );
}

/** Reads a message from a text; null when the text comes from a newer program and cannot be understood. */
export function fromText(text: string): Message | null {
  try {
    return Message.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function partsOf(all: readonly string[], size: number): string[][] {
  const parts: string[][] = [];
  for (let at = 0; at < all.length || at === 0; at += size) parts.push(all.slice(at, at + size));
  return parts;
}
