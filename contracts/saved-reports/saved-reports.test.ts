import { expect, test } from 'vitest';
import { saveReport } from './saved-reports.ts';

/** The errors of a schedule that mails to these addresses. */
function errorsOf(recipients: readonly string[]) {
  const content = { type: 'leads', filters: {}, period: { kind: 'relative', preset: 'last_7_days' } };
  const schedule = { rhythm: { every: 'day' }, hour: 9, format: 'csv', toOwner: false, recipients };
  const parsed = saveReport.body.safeParse({ name: 'Leads', content, schedule });
  return parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

test('a report is mailed to each address once, whatever its capitals', () => {
  expect(errorsOf(['ann@x.example', 'bob@x.example'])).toEqual([]);
  for (const again of ['ann@x.example', 'Ann@X.example'])
    expect(errorsOf(['ann@x.example', again])).toEqual(['schedule.recipients: Each address once']);
});
