import { Hint, Topic } from '@crm/contracts/live/hint.ts';
import { z } from 'zod';
import type { Position } from '../event-store/port.ts';

/** A hint for the browsers in one room: which ids of a topic to fetch again. */
export type Push = { room: string; topic: string; ids: string[]; position: Position };

/** One hint for the sockets in some rooms; a socket in several rooms gets it once. */
const Message = z.object({ rooms: z.array(z.string()), hint: Hint });
export type Message = z.infer<typeof Message>;

/** Combines equal hints to several rooms into one message. */
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

/** Maximum ids and rooms per text: 150 ids of 39 bytes and 20 rooms of 60 need 7,050 of its 7,900 bytes. */
const IDS = 150;
const ROOMS = 20;

/** Encodes a message as texts for the other processes; a long message needs several. */
export function textsOf({ rooms, hint }: Message): string[] {
  return partsOf(rooms, ROOMS).flatMap((someRooms) =>
    partsOf(hint.ids, IDS).map((ids) =>
      JSON.stringify({ rooms: someRooms, hint: { ...hint, ids } } satisfies Message),
    ),
  );
}

/** Decodes a message; null if a newer program version wrote it in an unknown form. */
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
