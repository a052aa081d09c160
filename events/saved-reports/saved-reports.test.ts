import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { described } from '../test/described.ts';
import { staysReadable } from '../test/history.ts';
import { keepsTheLaws } from '../test/laws.ts';
import { storiesOf } from '../test/story.ts';
import { type ReportOwner, type SavedReportCommand, savedReportDecider } from './decide.ts';
import { savedReportDescriptions } from './describe.ts';
import { type ReportSchedule, type SavedReportEvent, savedReportEvents } from './events.ts';
import { reservedName } from './reserved-name.ts';
import { ann, bob, content, saved, schedule, scheduled } from './story.ts';
import version1 from './version-1.json' with { type: 'json' };

staysReadable('saved reports', savedReportEvents, version1);

const given = storiesOf(savedReportDecider);
const save = (by: ReportOwner, more: Partial<Extract<SavedReportCommand, { type: 'SaveReport' }>> = {}) => ({
  ...({ type: 'SaveReport', by, name: 'Weekly', content, schedule: null } satisfies SavedReportCommand),
  ...more,
});
type Changes = Extract<SavedReportCommand, { type: 'EditSavedReport' }>['changes'];
const edit = (by: ReportOwner, changes: Changes): SavedReportCommand => ({
  type: 'EditSavedReport',
  by,
  changes,
});
const ended = (reason: 'by-owner' | 'owner-left'): SavedReportEvent => ({
  type: 'ReportScheduleEnded',
  data: { reason },
});
const forAdmins = { ...content, type: 'operator-productivity' as const };
const toOthers: ReportSchedule = { ...schedule, recipients: ['carl@example.com'] };

describe('a saved report', () => {
  test('is saved once, renamed, changed, scheduled, and deleted', () => {
    given().when(save(bob)).gives(saved(bob));
    given().when(save(bob, { schedule })).gives(saved(bob), scheduled());
    given(saved(bob)).when(save(bob)).refuses('saved-report-exists');
    given(saved(bob))
      .when(edit(bob, { name: 'Daily', content, schedule }))
      .gives({ type: 'SavedReportRenamed', data: { name: 'Daily' } }, scheduled());
    given(saved(bob), scheduled()).when(edit(bob, { schedule })).gives();
    given(saved(bob), scheduled())
      .when(edit(bob, { schedule: null }))
      .gives(ended('by-owner'));
    given(saved(bob))
      .when({ type: 'DeleteSavedReport', by: bob })
      .gives({ type: 'SavedReportDeleted', data: {} });
  });
  test('of another user is not found, also by admins', () =>
    given(saved(bob))
      .when(edit(ann, { name: 'Mine' }))
      .refuses('saved-report-not-found'));
  test('of operators has the types that they may see, and mails to themselves only', () => {
    given()
      .when(save(ann, { content: forAdmins }))
      .gives(saved(ann, forAdmins));
    given()
      .when(save(bob, { content: forAdmins }))
      .refuses('report-for-admins');
    given()
      .when(save(ann, { schedule: toOthers }))
      .gives(saved(ann), scheduled(toOthers));
    given()
      .when(save(bob, { schedule: toOthers }))
      .refuses('recipients-for-admins');
    given(saved(bob))
      .when(edit(bob, { schedule: toOthers }))
      .refuses('recipients-for-admins');
  });
  test('of a former admin can be renamed, and its schedule ended', () => {
    const former = { ...ann, isAdmin: false };
    const history = [saved(ann, forAdmins), scheduled(toOthers)];
    given(...history)
      .when(edit(former, { name: 'Old' }))
      .gives({ type: 'SavedReportRenamed', data: { name: 'Old' } });
    given(...history)
      .when(edit(former, { schedule: null }))
      .gives(ended('by-owner'));
    given(...history)
      .when(edit(former, { schedule }))
      .refuses('report-for-admins');
  });
  test('loses its schedule once when its owner leaves', () => {
    const end: SavedReportCommand = { type: 'EndReportSchedule', reason: 'owner-left' };
    given(saved(bob), scheduled()).when(end).gives(ended('owner-left'));
    given(saved(bob), scheduled(), ended('owner-left')).when(end).gives();
  });
  test('has a name of its own per owner, independent of case', () => {
    expect(reservedName(bob.id, 'STRASSE')).toBe(reservedName(bob.id, 'strasse'));
    expect(reservedName(bob.id, 'Weekly')).not.toBe(reservedName(ann.id, 'Weekly'));
  });
});

describe('the laws of deciders hold', () => {
  const by = fc.constantFrom(ann, bob);
  const anySchedule = fc.constantFrom(schedule, toOthers, null);
  const changes = fc.record(
    {
      name: fc.string({ minLength: 1 }),
      content: fc.constantFrom(content, forAdmins),
      schedule: anySchedule,
    },
    { requiredKeys: [] },
  );
  const commands: fc.Arbitrary<SavedReportCommand> = fc.oneof(
    fc.record({ by, schedule: anySchedule }).map(({ by, schedule }) => save(by, { schedule })),
    fc.record({ type: fc.constant('EditSavedReport' as const), by, changes }),
    fc.record({ type: fc.constant('DeleteSavedReport' as const), by }),
    fc.constant({ type: 'EndReportSchedule' as const, reason: 'not-allowed' as const }),
  );
  keepsTheLaws(savedReportDecider, savedReportEvents, save(bob), commands);
});

test.each([
  {
    event: saved(ann),
    lines: [
      'Report saved',
      'Name:  → Weekly',
      'Owner:  → Ann',
      'Report type:  → leads',
      'Filters:  → offer: Tea, country: IN',
      'Count by:  → Time of creation',
      'Period:  → last week',
    ],
  },
  {
    event: scheduled(toOthers),
    lines: [
      'Report scheduled',
      'Sent: ? → every Monday at 09:00',
      'Format: ? → xlsx',
      'To the owner: ? → Yes',
      'Recipients: ? → carl@example.com',
    ],
  },
])('describes $event.type', ({ event, lines }) => {
  const names = new Map([
    [ann.id, 'Ann'],
    ['offer-1', 'Tea'],
  ]);
  expect(described(savedReportDescriptions, event, names)).toEqual(lines);
});
