import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TenantId } from '../ids.ts';
import { keepsTheLaws } from '../test/laws.ts';
import { type LeadsHandOver, type UserCommand, userDecider } from './decide.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { type UserEvent, userEvents } from './events.ts';
import { reservedNames } from './reserved-names.ts';
import {
  admin,
  details,
  given,
  invitation,
  leadsHandedOver,
  link,
  linkIssued,
  omar,
  passwordChanged,
  passwordSetByLink,
  priya,
  session,
  sessionsRevoked,
  userCreated,
  userDeleted,
  userEdited,
  userInvited,
  userInvitedToOrganization,
} from './story.ts';

const create: UserCommand = { type: 'CreateUser', details };
const edit = (fields: Partial<Extract<UserCommand, { type: 'EditUser' }>>): UserCommand => ({
  type: 'EditUser',
  id: priya,
  by: admin,
  changes: {},
  passwordChanged: false,
  confirmed: null,
  lastInRole: false,
  leads: null,
  ...fields,
});
const changeOwnPassword: UserCommand = { type: 'ChangeOwnPassword', kept: session };
const revoke = (sessions: EndedSessions): UserCommand => ({ type: 'RevokeSessions', sessions });
const remove = (by = admin, lastInRole = false, leads: LeadsHandOver = null): UserCommand => ({
  type: 'DeleteUser',
  id: priya,
  by,
  lastInRole,
  leads,
});

describe('a user', () => {
  test('is created', () => given().when(create).gives(userCreated()));
  test('is created with an invitation into a new organisation', () =>
    given()
      .when({ ...create, invitation: { into: 'new-organization', ...invitation } })
      .gives(userCreated(), userInvited()));
  test('is created with an invitation into the organisation of the admin', () =>
    given()
      .when({ ...create, invitation: { into: 'own-organization' } })
      .gives(userCreated(), userInvitedToOrganization()));
  test('is created once, also after a deletion', () => {
    given(userCreated()).when(create).refuses('user-exists');
    given(userCreated(), userDeleted()).when(create).refuses('user-exists');
  });
  test('that does not exist or was deleted is not found', () => {
    for (const command of [edit({}), changeOwnPassword, remove()]) {
      given().when(command).refuses('user-not-found');
      given(userCreated(), userDeleted()).when(command).refuses('user-not-found');
    }
  });
});

describe('an invited user without a password', () => {
  const kinds = [userInvited(), userInvitedToOrganization()];
  const email = 'priya.nair@example.test';

  test.each(kinds)('is invited again ($type) at a corrected email', (invited) => {
    given(userCreated(), invited, linkIssued())
      .when(edit({ changes: { email } }))
      .gives(userEdited({ email }), invited);
    given(userCreated(), invited)
      .when(edit({ changes: { fullName: 'Priya N' } }))
      .gives(userEdited({ fullName: 'Priya N' }));
  });
  test.each(kinds)('is invited again ($type) when reactivated', (invited) => {
    const [off, on] = [{ isActive: false }, { isActive: true }];
    given(userCreated(), invited)
      .when(edit({ changes: { ...off, email } }))
      .gives(userEdited({ ...off, email }));
    given(userCreated(), invited, userEdited(off))
      .when(edit({ changes: { email } }))
      .gives(userEdited({ email }));
    given(userCreated(), invited, userEdited(off))
      .when(edit({ changes: on }))
      .gives(userEdited(on), invited);
  });
  test('is invited again as the buyer of an organisation, which invites at first by itself', () => {
    const boughtOrganization = 'Priya Nair';
    given()
      .when({ ...create, boughtOrganization })
      .gives(userCreated({ boughtOrganization }));
    const again: UserEvent = {
      type: 'UserInvited',
      data: { organizationName: boughtOrganization, timeZone: null },
    };
    given(userCreated({ boughtOrganization }), linkIssued())
      .when(edit({ changes: { email } }))
      .gives(userEdited({ email }), again);
    given(userCreated({ boughtOrganization }), linkIssued(), passwordSetByLink())
      .when(edit({ changes: { email } }))
      .gives(userEdited({ email }));
  });
  test('is not invited again once a password is set', () => {
    for (const set of [passwordChanged(), passwordSetByLink()])
      given(userCreated(), userInvited(), linkIssued(), set)
        .when(edit({ changes: { email } }))
        .gives(userEdited({ email }));
    given(userCreated(), userInvited())
      .when(edit({ changes: { email }, passwordChanged: true }))
      .gives(userEdited({ email }), passwordChanged());
    given(userCreated())
      .when(edit({ changes: { email } }))
      .gives(userEdited({ email }));
  });
});

describe('a mailed link to set a password', () => {
  const [newer, expiresAt] = ['b0000000-0000-4000-8000-000000000002', '2026-11-23T10:00:00.000Z'];
  const { email } = details;
  const issue: UserCommand = { type: 'IssuePasswordLink', link, email, expiresAt };
  const setAt = (now: string): UserCommand => ({ type: 'SetPasswordByLink', link, now: new Date(now) });
  const inTime = setAt('2026-11-23T09:59:59.999Z');

  test('is issued only to an active user', () => {
    given(userCreated()).when(issue).gives(linkIssued());
    given(userCreated(), userEdited({ isActive: false }))
      .when(issue)
      .gives();
    given(userCreated(), userDeleted()).when(issue).refuses('user-not-found');
  });
  test('is not issued for an address that the account has no more', () =>
    given(userCreated(), userEdited({ email: 'new@example.test' }))
      .when(issue)
      .gives());
  test('sets the password once, until it expires', () => {
    const issued = [userCreated(), linkIssued()];
    given(...issued)
      .when(inTime)
      .gives(passwordSetByLink());
    given(...issued, passwordSetByLink())
      .when(inTime)
      .refuses('password-link-used');
    given(...issued)
      .when(setAt(expiresAt))
      .refuses('password-link-expired');
  });
  test('is void after a newer link, a change of password or email, a deactivation and a deletion', () => {
    const issued = [userCreated(), linkIssued()];
    for (const voiding of [
      [linkIssued(expiresAt, newer)],
      [passwordChanged()],
      [userEdited({ email: 'new@example.test' })],
      [userEdited({ isActive: false }), userEdited({ isActive: true })],
    ])
      given(...issued, ...voiding)
        .when(inTime)
        .refuses('password-link-wrong');
    given(userCreated()).when(inTime).refuses('password-link-wrong');
    given(...issued, userEdited({ fullName: 'Priya Menon' }))
      .when(inTime)
      .gives(passwordSetByLink());
    given(...issued, userDeleted())
      .when(inTime)
      .refuses('user-not-found');
  });
});

describe('an admin', () => {
  test('records only changed fields', () =>
    given(userCreated())
      .when(edit({ changes: { fullName: 'Priya Menon', role: 'operator' } }))
      .gives(userEdited({ fullName: 'Priya Menon' })));
  test('sets a password, which is recorded without the password', () =>
    given(userCreated())
      .when(edit({ passwordChanged: true }))
      .gives(passwordChanged()));
  test("cannot change another user's username, but may repeat it", () => {
    given(userCreated())
      .when(edit({ changes: { username: 'someone' } }))
      .refuses('username-locked');
    given(userCreated())
      .when(edit({ changes: { username: 'priya' } }))
      .gives();
  });
  test('changes role, permissions and activity', () =>
    given(userCreated())
      .when(edit({ changes: { role: 'admin', isActive: false, canSeeLeadsOfAllOperators: true } }))
      .gives(userEdited({ role: 'admin', isActive: false, canSeeLeadsOfAllOperators: true })));
  test('deletes', () => given(userCreated()).when(remove()).gives(userDeleted()));
});

describe('a user on their own account', () => {
  test('edits their own profile', () =>
    given(userCreated())
      .when(edit({ by: priya, changes: { phone: '02079460000' } }))
      .gives(userEdited({ phone: '02079460000' })));
  test('changes their username', () =>
    given(userCreated())
      .when(edit({ by: priya, changes: { username: 'priya.nair' } }))
      .gives(userEdited({ username: 'priya.nair' })));
  test('changes their email only with the current password, on their profile', () => {
    const changes = { email: 'priya.nair@example.test' };
    const own = (confirmed: boolean | null) => edit({ by: priya, changes, confirmed });
    given(userCreated()).when(own(true)).gives(userEdited(changes));
    given(userCreated()).when(own(false)).refuses('current-password-required');
    given(userCreated()).when(own(null)).refuses('own-email');
    // The same email, as forms send it.
    given(userCreated(), userEdited(changes)).when(own(false)).gives();
  });
  test('does not change their own password as an admin does for others', () =>
    given(userCreated())
      .when(edit({ by: priya, passwordChanged: true }))
      .refuses('own-password'));
  test('changes their password and keeps the session of the call', () =>
    given(userCreated()).when(changeOwnPassword).gives(passwordChanged(session)));
  test('ends one session or all others, which the event names', () => {
    given(userCreated())
      .when(revoke({ which: 'one', session }))
      .gives(sessionsRevoked('one', { ended: session }));
    given(userCreated())
      .when(revoke({ which: 'all', kept: session }))
      .gives(sessionsRevoked('all-others', { kept: session }));
    given(userCreated())
      .when(revoke({ which: 'all', kept: null }))
      .gives(sessionsRevoked('all-others'));
  });
  test('cannot change their role, deactivate or delete themselves', () => {
    given(userCreated())
      .when(edit({ by: priya, changes: { role: 'admin' } }))
      .refuses('own-role');
    given(userCreated())
      .when(edit({ by: priya, changes: { isActive: false } }))
      .refuses('own-activity');
    given(userCreated()).when(remove(priya)).refuses('own-deletion');
  });
});

describe.each([
  ['admin', 'last-admin'],
  ['super_admin', 'last-super-admin'],
] as const)('the last active %s of a tenant', (role, refusal) => {
  const last = given(userCreated(), userEdited({ role }));
  const off = given(userCreated(), userEdited({ role }), userEdited({ isActive: false }));
  test.each([{ role: 'operator' as const }, { isActive: false }])('cannot be removed by %j', (changes) => {
    last.when(edit({ changes, lastInRole: true })).refuses(refusal);
    last.when(edit({ changes, lastInRole: false })).gives(userEdited(changes));
  });
  test('cannot be deleted', () => {
    last.when(remove(admin, true)).refuses(refusal);
    last.when(remove(admin, false)).gives(userDeleted());
  });
  test('can be edited otherwise', () =>
    last
      .when(edit({ changes: { fullName: 'Priya Menon', isActive: true }, lastInRole: true }))
      .gives(userEdited({ fullName: 'Priya Menon' })));
  test('can be deleted if already inactive', () => off.when(remove(admin, true)).gives(userDeleted()));
});

test('the last active operator can be deleted', () =>
  given(userCreated()).when(remove(admin, true)).gives(userDeleted()));

describe('the leads of an operator', () => {
  const deactivate = (leads: LeadsHandOver) => edit({ changes: { isActive: false }, leads });
  const off = userEdited({ isActive: false });
  test('are handed over or unassigned with a deactivation or a deletion', () => {
    given(userCreated())
      .when(deactivate([omar]))
      .gives(off, leadsHandedOver(omar));
    given(userCreated())
      .when(remove(admin, false, []))
      .gives(leadsHandedOver(), userDeleted());
  });
  test('are handed over or unassigned when the operator becomes an admin', () => {
    const promote = edit({ changes: { role: 'admin' }, leads: [omar] });
    const promoted = userEdited({ role: 'admin' });
    given(userCreated()).when(promote).gives(promoted, leadsHandedOver(omar));
    given(userCreated(), off).when(promote).gives(promoted, leadsHandedOver(omar));
  });
  test('stay assigned if no decision is made', () => {
    given(userCreated()).when(deactivate(null)).gives(off);
    given(userCreated()).when(remove()).gives(userDeleted());
  });
  test('follow the first of two deactivations', () =>
    given(userCreated(), off)
      .when(deactivate([omar]))
      .gives());
  test('are no concern of an admin', () => {
    const promoted = userEdited({ role: 'admin' });
    given(userCreated(), promoted)
      .when(remove(admin, false, [omar]))
      .gives(userDeleted());
  });
});

describe('the names of a user', () => {
  const [here, elsewhere] = [TenantId.parse(admin), TenantId.parse(priya)];
  test('are case-insensitive', () =>
    expect(reservedNames({ email: 'Priya@Example.test', username: 'PRIYA' }, here)).toEqual(
      reservedNames(details, here),
    ));
  test('are unique per tenant for usernames and globally for emails', () => {
    const [email, username] = reservedNames(details, here);
    expect(reservedNames(details, elsewhere)).toContain(email);
    expect(reservedNames(details, elsewhere)).not.toContain(username);
  });
});

const changes = fc.record(
  {
    username: fc.constantFrom('priya', 'someone'),
    fullName: fc.constantFrom('Priya Nair', 'Priya Menon', undefined),
    role: fc.constantFrom('operator' as const, 'admin' as const),
    isActive: fc.boolean(),
  },
  { requiredKeys: [] },
);
const by = fc.constantFrom(admin, priya);
const command: fc.Arbitrary<UserCommand> = fc.oneof(
  fc.constantFrom<UserCommand>(create, changeOwnPassword, revoke({ which: 'one', session })),
  by.map((each) => remove(each)),
  fc.constantFrom(null, [], [omar]).map((leads) => remove(admin, false, leads)),
  {
    weight: 6,
    arbitrary: fc
      .record({ by, changes, passwordChanged: fc.boolean(), leads: fc.constantFrom(null, [], [omar]) })
      .map(edit),
  },
);
describe('users', () => keepsTheLaws(userDecider, userEvents, create, command));
