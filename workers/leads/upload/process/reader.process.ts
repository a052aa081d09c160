import { FILE, nextMessage, sendToParent } from '@crm/platform/processes/child.ts';
import { openSheet } from '../file/open.ts';
import { SheetWrong } from '../file/sheet.ts';
import { check } from '../rows/check.ts';
import { orderOf } from '../rows/dates.ts';
import type { ReaderMessage, ReadingTask, Room } from './protocol.ts';

/** Reads and checks one file in a child process, so that no file exhausts the main process's memory or CPU time. */
const { data } = await nextMessage<{ data: ReadingTask }>();
const { checking, first } = data;

let room = 0;
async function send(message: ReaderMessage): Promise<void> {
  while (room === 0) room += (await nextMessage<Room>()).room;
  room -= 1;
  sendToParent(message);
}

try {
  let { dateOrder } = checking.rules;
  if (first !== 'nothing') {
    const counting = { ...checking, after: Number.POSITIVE_INFINITY };
    for await (const part of check(await openSheet(FILE), counting)) {
      const isUndated = part.kind === 'opened' && part.opened.columns.every(({ field }) => field !== 'Date');
      if (first === 'dates' && isUndated) break;
      if (part.kind !== 'end') continue;
      dateOrder ??= orderOf(part.dates);
      await send({ kind: 'counted', total: part.total, dates: part.dates });
    }
  }
  const rules = { ...checking.rules, dateOrder };
  for await (const part of check(await openSheet(FILE), { ...checking, rules })) await send(part);
} catch (error) {
  await send(
    error instanceof SheetWrong
      ? { kind: 'wrong', message: error.message, row: error.row }
      : { kind: 'thrown', error },
  );
}
