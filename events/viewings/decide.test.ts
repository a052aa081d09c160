import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UserId } from '../ids.ts';
import { described } from '../test/described.ts';
import { staysReadable } from '../test/history.ts';
import { keepsTheLaws } from '../test/laws.ts';
import { storiesOf } from '../test/story.ts';
import { type ViewingCommand, viewingDecider } from './decide.ts';
import { viewingDescriptions } from './describe.ts';
import { type EndReason, type ViewingEvent, viewingEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };

const given = storiesOf(viewingDecider);
const viewer = UserId.parse('a0000000-0000-4000-8000-000000000001');
const data = {
  viewer,
  admin: UserId.parse('a0000000-0000-4000-8000-000000000002'),
  adminName: 'Omar Farouk',
  expiresAt: '2026-11-23T12:30:00.000Z',
};
const started: ViewingEvent = { type: 'ViewingStarted', data };
const ended = (reason: EndReason): ViewingEvent => ({ type: 'ViewingEnded', data: { reason } });
const end = (by: UserId | null, reason: EndReason): ViewingCommand => ({ type: 'EndViewing', by, reason });

staysReadable('viewings', viewingEvents, version1);

test('a viewing starts once', () => {
  given()
    .when({ type: 'StartViewing', ...data })
    .gives(started);
  given(started)
    .when({ type: 'StartViewing', ...data })
    .refuses('viewing-exists');
});

test('a viewing is ended once, by its viewer or the system', () => {
  given(started).when(end(viewer, 'stopped')).gives(ended('stopped'));
  given(started).when(end(null, 'expired')).gives(ended('expired'));
  given(started, ended('expired')).when(end(viewer, 'stopped')).gives();
  given(started).when(end(data.admin, 'stopped')).refuses('viewing-not-found');
  given().when(end(null, 'expired')).refuses('viewing-not-found');
});

const start: ViewingCommand = { type: 'StartViewing', ...data };
const command: fc.Arbitrary<ViewingCommand> = fc.oneof(
  fc.constant(start),
  fc
    .tuple(
      fc.constantFrom(viewer, data.admin, null),
      fc.constantFrom<EndReason>('stopped', 'expired', 'signed-out'),
    )
    .map(([by, reason]) => end(by, reason)),
);
describe('viewings', () => keepsTheLaws(viewingDecider, viewingEvents, start, command));

test('start and end are described', () => {
  expect(described(viewingDescriptions, started)).toEqual([
    'A super admin began to view the organization as Omar Farouk, read only',
    'Reason: Until 2026-11-23T12:30:00.000Z',
  ]);
  expect(described(viewingDescriptions, ended('signed-out'))).toEqual([
    'A super admin stopped viewing the organization',
    'Reason: The session of the super admin ended',
  ]);
});
