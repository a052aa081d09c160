import { HINT_EVENT, Hint, READ_AGAIN_EVENT, type Topic } from '@crm/contracts/live/hint.ts';
import { io } from 'socket.io-client';

/**
 * A browser that keeps up with the leads as the console does: it knows what hints name, and reads the whole list when it
 * connects and when hints may be lost. It never reads without such a reason.
 *
 * @param readAll the ids of all leads, from the process that the browser is connected to
 */
export function openBrowser(url: string, token: string, readAll: () => Promise<readonly string[]>) {
  const known = new Set<string>();
  const topics = new Set<string>();
  let reading = false;
  let readAgain = false;
  /** While a read is running another one is noted; one that fails is repeated. */
  async function read() {
    readAgain = reading;
    if (reading) return;
    reading = true;
    const ids = await readAll().catch(() => null);
    reading = false;
    for (const id of ids ?? []) known.add(id);
    if (readAgain || (ids === null && socket.connected)) setTimeout(read, 50);
  }
  const socket = io(url, { auth: { token }, transports: ['websocket'], reconnectionDelayMax: 200 });
  socket.on('connect', read);
  socket.on(READ_AGAIN_EVENT, read);
  socket.on(HINT_EVENT, (hint) => {
    const { topic, ids } = Hint.parse(hint);
    topics.add(topic);
    if (topic === 'leads') for (const id of ids) known.add(id);
  });
  return {
    /** Whether a hint or a read has shown it this lead. */
    knows: (id: string) => known.has(id),
    hasHintOf: (topic: Topic) => topics.has(topic),
    close: () => socket.disconnect(),
  };
}
