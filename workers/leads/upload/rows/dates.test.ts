import { expect, test } from 'vitest';
import { DateSurvey } from './dates.ts';

const found = (...dates: string[]) => {
  const survey = new DateSurvey();
  for (const [at, text] of dates.entries()) survey.note(text, at + 2);
  return survey.found();
};
const clear = { kind: 'clear' };
const byFile = (order: string) => ({ kind: 'ordered', order, by: 'file' });

test.each([
  [['2025-03-04', '', '04/04/2025', 'soon'], clear],
  [['03/31/2025', '12/25/2024'], clear],
  [['03/04/2025', '03/31/2025'], byFile('month-first')],
  [['03/04/2025', '31/03/2025 10:00'], byFile('day-first')],
  [['31/03/2025'], byFile('day-first')],
  [['2025-03-04', '03/04/2025', '05/06/2025'], { kind: 'ambiguous', example: '03/04/2025', row: 3 }],
  // Contradicting dates show no order.
  [['03/31/2025', '31/03/2025', '03/04/2025'], { kind: 'ambiguous', example: '03/04/2025', row: 4 }],
  [['03/31/2025', '31/03/2025'], clear],
])('the dates %j are %j', (dates, expected) => expect(found(...dates)).toEqual(expected));
