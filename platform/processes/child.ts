/** Where a child process finds the file that it was given: after stdin, stdout, stderr and the channel. */
export const FILE = 4;

/** Messages that nothing has taken yet. The parent sends few: the data, then questions or room for answers. */
const waiting: unknown[] = [];
let take: ((message: unknown) => void) | null = null;
process.on('message', (message) => {
  if (!take) waiting.push(message);
  else take(message);
  take = null;
});

/** For the module of a child process (startProcess): the next message of the parent, the first with its `data`. */
export function nextMessage<Message>(): Promise<Message> {
  return new Promise((resolve) => {
    // The edge where the types of messages begin: the parent that starts a module is written for it.
    if (waiting.length > 0) resolve(waiting.shift() as Message);
    else take = (message) => resolve(message as Message);
  });
}

/** Sends a message to the parent. Where the parent is gone, this process ends too (guard.ts). */
export function sendToParent(message: unknown): void {
  process.send?.(message, undefined, {}, () => {});
}
