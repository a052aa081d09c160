import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { described } from '../test/described.ts';
import { staysReadable } from '../test/history.ts';
import { keepsTheLaws } from '../test/laws.ts';
import { storiesOf } from '../test/story.ts';
import { type ReportCommand, reportDecider } from './decide.ts';
import { reportDescriptions } from './describe.ts';
import { type ReportEvent, ReportFormat, type ReportRun, reportEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };

const run: ReportRun = {
  reportType: 'leads',
  groupBy: null,
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  timeZone: 'Asia/Kolkata',
  filters: { offer: 'b0000000-0000-4000-8000-000000000001', status: 'approved' },
  position: '42',
  format: 'json',
  kept: false,
  rows: 36,
};
const made = (more: Partial<ReportRun> = {}): ReportEvent => ({
  type: 'ReportMade',
  data: { ...run, ...more },
});

test('a run is recorded once', () => {
  const given = storiesOf(reportDecider);
  given().when({ type: 'RecordReport', run }).gives(made());
  given(made()).when({ type: 'RecordReport', run }).gives();
});

const record = (more: Partial<ReportRun>): ReportCommand => ({
  type: 'RecordReport',
  run: { ...run, ...more },
});
const command = fc
  .record({ format: fc.constantFrom(...ReportFormat.options), kept: fc.boolean(), rows: fc.nat() })
  .map(record);
describe('runs', () =>
  keepsTheLaws(reportDecider, reportEvents, record({}), command, { neverRefuses: true }));

test('describes runs', () => {
  const names = new Map([['b0000000-0000-4000-8000-000000000001', 'Knee oil']]);
  const textOf = (more: Partial<ReportRun>) => described(reportDescriptions, made(more), names);
  expect(textOf({})).toEqual([
    'Report made: Lead Performance, 2026-03-01 to 2026-03-31',
    'Time zone:  → Asia/Kolkata',
    'Filters:  → offer: Knee oil; status: approved',
    'Position:  → 42',
    'Rows:  → 36',
  ]);
  expect(textOf({ format: 'xlsx', kept: true })[0]).toMatch(/^Report exported to Excel: /);
  expect(textOf({ format: 'print', kept: true })[0]).toMatch(/^Report printed: /);
  expect(textOf({ kept: true })[0]).toMatch(/^Kept report read: /);
});

staysReadable('runs of reports', reportEvents, version1);
