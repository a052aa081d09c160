import { on } from 'node:events';
import { ProcessDied, startProcess } from '@crm/platform/processes/start.ts';
import { SheetWrong } from '../file/sheet.ts';
import { isCompound } from '../file/sniff.ts';
import type { Read, ReaderMessage, Reading, ReadingTask, Room } from './protocol.ts';

/**
 * Memory limits of the reading process in MB. A .csv or .xlsx is streamed, whatever its size; the total leaves room for
 * 10,000,000 shared strings (shared-strings.ts). An .xls is kept in memory as a whole.
 */
const MEMORY = {
  streamed: { heapMb: 64, totalMb: 512, youngMb: 12 },
  whole: { heapMb: 320, totalMb: 768, youngMb: 12 },
};
/** Messages in transit. Each has about 200 rows or 256 K characters; an .xlsx adds the rows of one piece (xml.ts). */
const AHEAD = 4;

/**
 * Reads and checks an open file in a child process, no faster than the caller consumes the results.
 * @throws SheetWrong when the file is refused or needs too much memory; ProcessDied when the process ended by itself
 */
export async function* readUpload(
  { file, checking, first }: Reading,
  signal: AbortSignal,
): AsyncGenerator<Read> {
  signal.throwIfAborted();
  const died = new AbortController();
  const data: ReadingTask = { checking, first };
  const reader = new URL('./reader.process.ts', import.meta.url);
  const isXls = isCompound(file);
  const memory = isXls ? MEMORY.whole : MEMORY.streamed;
  const { child, end } = startProcess(reader, { data, file, ...memory }, (error) => died.abort(error));
  const giveRoom = (room: number) => child.send({ room } satisfies Room);
  giveRoom(AHEAD);
  try {
    const either = AbortSignal.any([signal, died.signal]);
    for await (const [raw] of on(child, 'message', { signal: either })) {
      const message = raw as ReaderMessage; // only reader.process.ts sends messages here
      if (message.kind === 'wrong') throw new SheetWrong(message.message);
      if (message.kind === 'thrown') throw message.error;
      yield message;
      if (message.kind === 'end') return;
      giveRoom(1);
    }
  } catch (error) {
    signal.throwIfAborted();
    const { reason } = died.signal;
    if (reason instanceof ProcessDied && reason.outOfMemory)
      throw new SheetWrong(
        `The file needs more memory to be read than one file may use: ${isXls ? 'save it as .csv' : 'split it into smaller files'}`,
      );
    throw died.signal.aborted ? reason : error;
  } finally {
    await end();
  }
}
