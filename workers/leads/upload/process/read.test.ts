import { OfferId } from '@crm/events/ids.ts';
import { expect, test } from 'vitest';
import { withFile } from '../../../test/read.ts';
import { readUpload } from './read.ts';

const offer = {
  id: OfferId.parse('7d0f5a10-0000-4000-8000-000000000000'),
  name: 'Tea',
  price: 100,
  currency: 'INR',
} as const;
const rules = { offer, useOfferPrice: true, dateOrder: null, now: Date.UTC(2026, 5, 1), timeZone: 'UTC' };
const checking = { mapping: {}, remembered: {}, rules, after: 0 };

/** The messages of a check, each row as its number and its date as a lead would have it. */
async function messagesOf(dates: readonly string[]) {
  const rows = dates.map((date, n) => `R-${n},${date},Asha Rao,+91 98200 11111`);
  return withFile(`ID,Date,Customer,Phone\n${rows.join('\n')}\n`, async (file) => {
    const messages: unknown[] = [];
    for await (const part of readUpload({ file, checking, first: 'dates' }, new AbortController().signal))
      if (part.kind === 'counted') messages.push(part.dates);
      else if (part.kind === 'rows')
        messages.push(
          ...part.rows.map((row) => [row.row, row.kind === 'lead' ? row.lead.orderedAt : row.errors]),
        );
    return messages;
  });
}
const onDay = (day: string) => `${day}T00:00:00.000Z`;

test('a check surveys no file whose dates are clear by themselves', async () => {
  expect(await messagesOf(['2025-03-04', '', '05/05/2025'])).toEqual([
    [2, onDay('2025-03-04')],
    [3, null],
    [4, onDay('2025-05-05')],
  ]);
});

test('a check surveys the file at the first date that depends on the order, and repeats no row', async () => {
  // More rows than one message has.
  const clear = Array.from({ length: 450 }, () => '2025-03-04');
  const messages = await messagesOf([...clear, '03/04/2025', '31/01/2025']);
  const survey = messages.findIndex((message) => !Array.isArray(message));
  expect(messages[survey]).toEqual({ kind: 'ordered', order: 'day-first', by: 'file' });
  expect(survey).toBeGreaterThan(0);
  expect(messages.toSpliced(survey, 1)).toEqual([
    ...clear.map((day, n) => [n + 2, onDay(day)]),
    [452, onDay('2025-04-03')],
    [453, onDay('2025-01-31')],
  ]);
});
