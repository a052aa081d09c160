import type { DateOrder } from '@crm/events/leads/upload.ts';
import { FILE, nextMessage, sendToParent } from '@crm/platform/processes/child.ts';
import { openSheet } from '../file/open.ts';
import { SheetWrong } from '../file/sheet.ts';
import { check } from '../rows/check.ts';
import { needsOrder, orderOf } from '../rows/dates.ts';
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

/** Counts the rows and surveys the dates of the whole file. @returns the order in which its dates are read */
async function survey(): Promise<DateOrder | null> {
  let { dateOrder } = checking.rules;
  for await (const part of check(await openSheet(FILE), { ...checking, after: Number.POSITIVE_INFINITY })) {
    if (part.kind !== 'end') continue;
    dateOrder ??= orderOf(part.dates);
    await send({ kind: 'counted', total: part.total, dates: part.dates });
  }
  return dateOrder;
}

/** Sends the checked rows below `after`. */
async function sendRows(after: number, dateOrder: DateOrder | null): Promise<void> {
  const rules = { ...checking.rules, dateOrder };
  for await (const part of check(await openSheet(FILE), { ...checking, rules, after })) await send(part);
}

/**
 * Sends the checked rows in one read of the file while no date depends on the order of day and month, as with
 * YYYY-MM-DD. The first one that does needs a survey of the whole file, and a second read for the remaining rows.
 */
async function sendRowsAndDates(): Promise<void> {
  let dateColumn = -1;
  let { after } = checking;
  for await (const part of check(await openSheet(FILE), checking)) {
    if (part.kind === 'opened') dateColumn = part.opened.columns.findIndex(({ field }) => field === 'Date');
    if (part.kind === 'rows') {
      if (part.rows.some(({ cells }) => needsOrder(cells[dateColumn]?.trim() ?? '')))
        return sendRows(after, await survey());
      after = part.rows.at(-1)?.row ?? after;
    }
    await send(part);
  }
}

try {
  switch (first) {
    case 'count':
      await sendRows(checking.after, await survey());
      break;
    case 'dates':
      await sendRowsAndDates();
      break;
    case 'nothing':
      await sendRows(checking.after, checking.rules.dateOrder);
      break;
    default:
      first satisfies never;
  }
} catch (error) {
  await send(
    error instanceof SheetWrong ? { kind: 'wrong', message: error.message } : { kind: 'thrown', error },
  );
}
