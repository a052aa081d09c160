import { HINT_EVENT, READ_AGAIN_EVENT } from '@crm/contracts/live/event-names.ts';
import { Hint, type Topic } from '@crm/contracts/live/hint.ts';
import { openSocket } from './live-socket.ts';

/**
 * A browser that tracks leads as the console does: it records the ids in hints, and reads the whole list on
 * connect and when hints may be lost. It never reads without such a reason.
 *
 * @param readAll the ids of all leads, from the process that the browser is connected to
 */
export function openBrowser(url: string, token: string, readAll: () => Promise<readonly string[]>) {
  const known = new Set<string>();
  const topics = new Set<string>();
  let reading = false;
  let readAgain = false;
  /** Remembers a request for another read during a read; repeats a failed read. */
  async function read() {
    readAgain = reading;
    if (reading) return;
    reading = true;
    const ids = await readAll().catch(() => null);
    reading = false;
    for (const id of ids ?? []) known.add(id);
    if (readAgain || (ids === null && socket.connected)) setTimeout(read, 50);
  }
  const socket = openSocket(url, token, { reconnectionDelayMax: 200 });
  socket.on('connect', read);
  socket.on(READ_AGAIN_EVENT, read);
  socket.on(HINT_EVENT, (hint) => {
    const { topic, ids } = Hint.parse(hint);
    topics.add(topic);
    if (topic === 'leads') for (const id of ids) known.add(id);
  });
  return {
    /** Whether a hint or a read contained this lead. */
    knows: (id: string) => known.has(id),
    hasHintOf: (topic: Topic) => topics.has(topic),
    close: () => socket.disconnect(),
  };
}
