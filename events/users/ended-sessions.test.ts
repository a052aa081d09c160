import { expect, test } from 'vitest';
import { endedSessions } from './ended-sessions.ts';
import * as story from './story.ts';

const { passwordChanged, passwordSetByLink, session, sessionsRevoked, userDeleted, userEdited } = story;
const one = { which: 'one', session };
const all = { which: 'all', kept: null };
const allOthers = { which: 'all', kept: session };

test.each([
  ['a deactivation', userEdited({ isActive: false }), { byOthers: all, own: all }],
  ['another change', userEdited({ isActive: true, phone: '1' }), { byOthers: null, own: null }],
  ['a new password', passwordChanged(), { byOthers: all, own: null }],
  ['the own new password', passwordChanged(session), { byOthers: allOthers, own: allOthers }],
  ['a password by a link', passwordSetByLink(), { byOthers: all, own: all }],
  ['the end of one session', sessionsRevoked('one', { ended: session }), { byOthers: one, own: one }],
  ['the end of an unnamed session', sessionsRevoked('one'), { byOthers: null, own: null }],
  [
    'the end of all others',
    sessionsRevoked('all-others', { kept: session }),
    { byOthers: allOthers, own: allOthers },
  ],
  ['the end of all', sessionsRevoked('all-others'), { byOthers: all, own: null }],
  ['a deletion', userDeleted(), { byOthers: all, own: all }],
  ['a creation', story.userCreated(), { byOthers: null, own: null }],
])('%s ends the right sessions', (_, event, { byOthers, own }) => {
  expect(endedSessions(event, false)).toEqual(byOthers);
  expect(endedSessions(event, true)).toEqual(own);
});
