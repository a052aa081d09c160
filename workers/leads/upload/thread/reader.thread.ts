import { parentPort, workerData } from 'node:worker_threads';
import { openSheet } from '../file/open.ts';
import { SheetWrong } from '../file/sheet.ts';
import { check } from '../rows/check.ts';
import type { Reading, Said } from './protocol.ts';

/** A thread of its own for one file: what reading it needs of memory and time, the process's own work does not miss. */
if (!parentPort) throw new Error('This file runs as a thread');
const port = parentPort;
// The thread is started with exactly this (read.ts).
const { file, checking, countFirst } = workerData as Reading;
const say = (said: Said) => port.postMessage(said);

/** How many more messages the other side has room for. */
let room = 0;
let wake = () => {};
port.on('message', (more: number) => {
  room += more;
  wake();
});
async function whenThereIsRoom(): Promise<void> {
  while (room <= 0)
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  room -= 1;
}

try {
  if (countFirst) {
    let counted: Said | null = null;
    const counting = { ...checking, after: Number.POSITIVE_INFINITY };
    for await (const told of check(await openSheet(file), counting))
      if (told.kind === 'end') counted = { kind: 'counted', total: told.total };
    await whenThereIsRoom();
    if (counted) say(counted);
  }
  for await (const told of check(await openSheet(file), checking)) {
    await whenThereIsRoom();
    say(told);
  }
} catch (error) {
  if (!(error instanceof SheetWrong)) throw error;
  say({ kind: 'wrong', message: error.message, row: error.row });
} finally {
  port.close();
}
