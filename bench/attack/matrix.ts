import type { AdmittedRole } from '@crm/platform/http/policy.ts';
import { type Caller, type CallerKind, callerKinds } from './callers.ts';
import { codeOf, wrongAnswer } from './check-answer.ts';
import type { Count } from './report.ts';
import { type Call, callsOf, isPublic, lightQuery, routeFor, sendingOf } from './requests.ts';
import { type Answer, type Sending, shown } from './send.ts';
import { unknownIdAt } from './things.ts';
import { eventsByTag, type World } from './world.ts';

/** How each caller without a session counts: without a token, or with an invalid one. */
const withoutSession: Partial<Record<CallerKind, 'anonymous' | 'bad token'>> = {
  'no token': 'anonymous',
  'an API key': 'anonymous',
  'a made-up token': 'bad token',
  'another scheme': 'bad token',
  'an expired token': 'bad token',
  'a revoked token': 'bad token',
  'a deactivated user': 'bad token',
  'a deleted user': 'bad token',
};

/** The roles of each kind of signed-in caller, repeated here on purpose: policy.ts is under test. */
const rolesOf: Partial<Record<CallerKind, readonly AdmittedRole[]>> = {
  operator: ['operator'],
  'operator who sees all leads': ['operator', 'all-leads-operator'],
  admin: ['admin'],
  'rival operator': ['operator'],
  'rival admin': ['admin'],
  'super admin': ['super_admin'],
};

/** The refusal that the policies of a call's routes require for a caller; null admits the caller. */
function refusalFor(
  call: Call,
  kind: CallerKind,
): 'signed-out' | 'admin-required' | 'super-admin-required' | null {
  const known = withoutSession[kind];
  if (known === 'anonymous') return call.routes.some(({ policy }) => isPublic(policy)) ? null : 'signed-out';
  const { policy } = routeFor(call, true);
  if (isPublic(policy)) return null;
  if (known === 'bad token') return 'signed-out';
  if (policy.roles.some((role) => rolesOf[kind]?.includes(role))) return null;
  return policy.scope === 'all' ? 'super-admin-required' : 'admin-required';
}

const signedOutOrForbidden = ['signed-out', 'admin-required', 'operator-required', 'super-admin-required'];

/**
 * Tries every route with every kind of caller: checks who is refused and how, before anything is read or
 * written.
 */
export async function policyMatrix(world: World, count: Count): Promise<void> {
  const refused = new Map<string, { what: string; how: string; answer: Answer }>();
  for (const kind of callerKinds) {
    // Signing out would end the session that the other calls need; the sign-in tests cover it.
    const calls = callsOf(world.target.routes).filter(
      ({ path }) => path !== '/auth/logout' || kind in withoutSession,
    );
    for (const call of calls) {
      const sending = nearlyEmpty(call, world.callers[kind]);
      const answer = await world.send(sending);
      const expected = refusalFor(call, kind);
      const what = `${call.name} by ${kind}`;
      const why =
        wrongAnswer(routeFor(call, withoutSession[kind] !== 'anonymous').endpoint, answer) ??
        wrongAccess(answer, expected);
      if (why) count.failed({ what, why, how: shown(sending), answer: `${answer.status} ${answer.text}` });
      else count.held();
      if (expected) refused.set(answer.tag, { what, how: shown(sending), answer });
    }
  }
  const events = await eventsByTag(world.target);
  for (const [tag, { what, how, answer }] of refused)
    if (events.has(tag))
      count.failed({ what, why: 'was refused and left an event', how, answer: answer.text });
}

/** The access check precedes validation, so an unknown id and an empty body suffice. */
function nearlyEmpty(call: Call, { headers }: Caller): Sending {
  const { endpoint } = routeFor(call, true);
  const { method } = endpoint;
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, unknownIdAt(endpoint.path, name ?? '')]),
  );
  const sending = sendingOf(endpoint, { params, query: lightQuery(endpoint), body: {} }, headers);
  return { ...sending, ...(method !== 'GET' && { json: {} }) };
}

function wrongAccess(answer: Answer, expected: string | null): string | null {
  const code = codeOf(answer);
  if (expected !== null && code !== expected) return `must be refused as '${expected}'`;
  if (expected === null && code !== undefined && signedOutOrForbidden.includes(code))
    return 'must be let in by the policy';
  return null;
}
