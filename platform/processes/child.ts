/** Descriptor of the file that a child process gets, after stdin, stdout, stderr and the IPC channel. */
export const FILE = 4;

/** Messages that are not read yet. The parent sends few: the data, then questions or credits for answers. */
const waiting: unknown[] = [];
let take: ((message: unknown) => void) | null = null;
process.on('message', (message) => {
  if (!take) waiting.push(message);
  else take(message);
  take = null;
});

/** For the module of a child process (startProcess): the next message of the parent; the first one has its `data`. */
export function nextMessage<Message>(): Promise<Message> {
  return new Promise((resolve) => {
    // A cast at the process boundary: parent and module agree on the types.
    if (waiting.length > 0) resolve(waiting.shift() as Message);
    else take = (message) => resolve(message as Message);
  });
}

/** Sends a message to the parent. If the parent has ended, this process ends too (guard.ts). */
export function sendToParent(message: unknown): void {
  process.send?.(message, undefined, {}, () => {});
}
