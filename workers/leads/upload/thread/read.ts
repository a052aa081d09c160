import { on } from 'node:events';
import { startThread } from '@crm/platform/threads/start.ts';
import { SheetWrong } from '../file/sheet.ts';
import { isCompound } from '../file/sniff.ts';
import type { Read, Reading, Said } from './protocol.ts';

/** Memory of the thread's own; a file that needs more is refused, and the process is none the wiser. */
const MOST_MB = { streamed: 64, whole: 320 };
/** Messages on the way; each has the rows of a few hundred lines. */
const AHEAD = 4;

/** Reads and checks an open file in a thread of its own, no faster than what it says is taken. Throws SheetWrong. */
export async function* readUpload(reading: Reading, signal: AbortSignal): AsyncGenerator<Read> {
  signal.throwIfAborted();
  const thread = new URL('./reader.thread.ts', import.meta.url);
  const worker = startThread(thread, {
    threadData: reading,
    memoryMb: isCompound(reading.file) ? MOST_MB.whole : MOST_MB.streamed,
    youngMb: 12,
  });
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  worker.once('exit', () => ended.abort());
  let failed: unknown = null;
  worker.once('error', (error) => {
    failed = error;
  });
  worker.postMessage(AHEAD);
  try {
    for await (const [message] of on(worker, 'message', { signal: either })) {
      const said = message as Said; // the thread's own words (reader.thread.ts)
      if (said.kind === 'wrong') throw new SheetWrong(said.message, said.row);
      yield said;
      if (said.kind === 'end') return;
      worker.postMessage(1);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (isOutOfMemory(failed))
      throw new SheetWrong(
        'The file needs more memory to be read than there is for one: save it as .csv and send that',
      );
    throw failed ?? error;
  } finally {
    await worker.terminate();
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
