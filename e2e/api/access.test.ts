import { logout } from '@crm/contracts/auth/auth.ts';
import { refusals } from '@crm/contracts/refusals.ts';
import { tokenHash } from '@crm/platform/http/authenticate.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { startProduct } from './product.ts';

const product = await startProduct();

/**
 * Who may make which call, written down a second time: a call whose policy changes, and a new one, is looked at here
 * too. `partner | tenant-admin`: without a token the one, with a token the other.
 */
const policies: Record<string, string> = {
  'POST /auth/login': 'anyone',
  'POST /auth/logout': 'signed-in',
  'POST /auth/setup': 'anyone',
  'GET /auth/me': 'signed-in',
  'PUT /auth/change-password': 'signed-in',
  'GET /auth/get-operators-for-filter': 'sees-all-leads',

  'GET /leads': 'signed-in',
  'POST /leads': 'tenant-admin | partner',
  'GET /leads/export': 'admin',
  'GET /reports/export/leads': 'admin',
  'GET /leads/:id': 'signed-in',
  'PUT /leads/:id': 'operator',
  'DELETE /leads/:id': 'tenant-admin',
  'POST /leads/:id/assign': 'tenant-admin',
  'GET /leads/:id/comments': 'signed-in',
  'POST /leads/:id/comments': 'operator',
  'POST /leads/check-duplicate': 'signed-in',
  'GET /leads/stats': 'signed-in',
  'GET /leads/address-stats': 'signed-in',
  'POST /leads/selections': 'signed-in',
  'GET /leads/selections/:id': 'signed-in',
  'GET /operator/leads': 'operator',
  'PUT /operator/leads/:id/status': 'operator',
  'POST /operator/leads/:id/comment': 'operator',

  'POST /admin/upload-leads': 'tenant-admin',
  'GET /admin/uploads/:batchId': 'admin',
  'GET /admin/uploads/:batchId/errors': 'admin',
  'PUT /admin/bulk-update-status': 'tenant-admin',
  'POST /admin/bulk-assign-leads': 'tenant-admin',
  'POST /admin/reassign-leads': 'tenant-admin',
  'POST /admin/bulk-delete-leads': 'tenant-admin',
  'GET /admin/operators': 'admin',
  'GET /admin/pending-approvals': 'admin',
  'POST /admin/approve-status/:id': 'tenant-admin',
  'POST /admin/reject-status/:id': 'tenant-admin',
  'POST /admin/bulk-approve': 'tenant-admin',
  'PUT /admin/update-theme': 'tenant-admin',
  'PUT /admin/toggle-auto-lead-status-approve': 'tenant-admin',
  'PUT /admin/settings/organization-name': 'tenant-admin',

  'GET /batches': 'signed-in',
  'GET /batches/:id': 'signed-in',
  'GET /batches/:id/file': 'signed-in',
  'GET /batches/:id/problems': 'signed-in',
  'POST /batches/:id/cancel': 'tenant-admin',
  'POST /batches/:id/pause': 'tenant-admin',
  'POST /batches/:id/resume': 'tenant-admin',
  'POST /batches/:id/undo': 'tenant-admin',

  'GET /users': 'admin',
  'POST /users': 'tenant-admin',
  'GET /users/:id': 'admin',
  'PUT /users/:id': 'tenant-admin',
  'DELETE /users/:id': 'tenant-admin',
  'PUT /users/:id/profile': 'signed-in',
  'GET /users/:id/stats': 'admin',

  'GET /postbacks': 'admin',
  'POST /postbacks': 'tenant-admin',
  'GET /postbacks/names': 'admin',
  'GET /postbacks/placeholders': 'admin',
  'GET /postbacks/health': 'admin',
  'GET /postbacks/log-retention': 'admin',
  'PUT /postbacks/log-retention': 'tenant-admin',
  'GET /postbacks/:id': 'admin',
  'PUT /postbacks/:id': 'tenant-admin',
  'DELETE /postbacks/:id': 'tenant-admin',
  'POST /postbacks/:id/toggle': 'tenant-admin',
  'POST /postbacks/:id/roll-secret': 'tenant-admin',
  'POST /postbacks/:id/test': 'tenant-admin',
  'POST /postbacks/:id/retry': 'tenant-admin',
  'POST /postbacks/:id/backfill': 'tenant-admin',
  'GET /postbacks/:id/stats': 'admin',
  'GET /postbacks/:id/logs': 'admin',
  'GET /postbacks/:id/logs/:logId': 'admin',

  'GET /views': 'signed-in',
  'POST /views': 'signed-in',
  'PUT /views/:id': 'signed-in',
  'DELETE /views/:id': 'signed-in',
  'PUT /views/last-used': 'signed-in',

  'GET /offers': 'admin',
  'POST /offers': 'tenant-admin',
  'GET /offers/active': 'signed-in',
  'GET /offers/:id': 'admin',
  'PUT /offers/:id': 'tenant-admin',
  'DELETE /offers/:id': 'tenant-admin',
  'GET /offers/:id/stats': 'admin',
};

test('every call declares the policy that is written here', () => {
  const declared: Record<string, string> = {};
  for (const { endpoint, policy } of product.routes) {
    const call = `${endpoint.method} ${endpoint.path}`;
    declared[call] = declared[call] === undefined ? policy : `${declared[call]} | ${policy}`;
  }
  expect(declared).toEqual(policies);
});

const standings = [
  'no token',
  'a garbage token',
  'another scheme',
  'an expired token',
  'a revoked token',
  'operator',
  'admin',
  'rival admin',
  'super admin',
] as const;
type Standing = (typeof standings)[number];

/** What each policy answers those whom it refuses; whoever is not named here gets past it. */
const signedOut = { 'no token': 401 } as const;
const badToken = {
  'a garbage token': 401,
  'another scheme': 401,
  'an expired token': 401,
  'a revoked token': 401,
} as const;
const refused: Record<string, Partial<Record<Standing, 401 | 403>>> = {
  anyone: {},
  'signed-in': { ...signedOut, ...badToken },
  operator: { ...signedOut, ...badToken },
  admin: { ...signedOut, ...badToken, operator: 403 },
  'sees-all-leads': { ...signedOut, ...badToken, operator: 403 },
  'tenant-admin': { ...signedOut, ...badToken, operator: 403, 'super admin': 403 },
  'tenant-admin | partner': { ...badToken, operator: 403, 'super admin': 403 },
};

const tokens = new Map<Standing, string | null>();
const authorizationOf = (standing: Standing): Record<string, string> => {
  const token = tokens.get(standing);
  if (!token) return {};
  return { authorization: standing === 'another scheme' ? `Basic ${token}` : `Bearer ${token}` };
};

beforeAll(async () => {
  const people = {
    'an expired token': 'operator2@demo.test',
    'a revoked token': 'admin@demo.test',
    operator: 'operator@demo.test',
    admin: 'admin@demo.test',
    'rival admin': 'admin@rival.test',
    'super admin': 'super@demo.test',
    'another scheme': 'admin@demo.test',
  } as const;
  tokens.set('no token', null);
  tokens.set('a garbage token', 'cGxhdXNpYmxlIGJ1dCBuZXZlciBnaXZlbiBvdXQ');
  for (const [standing, email] of Object.entries(people) as [Standing, string][])
    tokens.set(standing, (await product.signIn(email)).token);
  await product.caller(tokens.get('a revoked token') ?? '').ask(logout);
  await product.database.pool.query('update sessions set expires_at = now() where token_hash = $1', [
    tokenHash(tokens.get('an expired token') ?? ''),
  ]);
});

/** Signing out last: it ends the session that the others are tried with. */
const calls = Object.keys(policies).sort(
  (a, b) => Number(a.endsWith('logout')) - Number(b.endsWith('logout')),
);

/** An export of nothing: one of something is a file, and an event. */
const queries: Record<string, string> = {
  'GET /leads/export': 'orderIds=of-nobody',
  'GET /reports/export/leads': 'orderIds=of-nobody',
};

describe.each(standings)('%s', (standing) => {
  test.each(calls)('%s', async (call) => {
    const [method = '', path = ''] = call.split(' ');
    const before = await product.events();
    const answer = await product.send({
      method,
      path: path.replace(/:\w+/, '7d0f5a10-0000-4000-8000-000000000000'),
      query: queries[call],
      headers: authorizationOf(standing),
      ...(method !== 'GET' && { body: {} }),
    });
    const expected = refused[policies[call] ?? '']?.[standing];
    if (expected === undefined) {
      // Past the door: what is behind it finds nothing by that id, or nothing in that body.
      expect([200, 400, 404, 422]).toContain(answer.status);
    } else {
      expect(answer.status).toBe(expected);
      expect(answer.success).toBe(false);
      const { message } = refusals[expected === 401 ? 'signed-out' : 'admin-required'];
      expect(answer).toMatchObject({ message, code: expected === 401 ? 'signed-out' : 'admin-required' });
      expect(answer).not.toHaveProperty('data');
    }
    if (answer.status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer');
    if (!call.endsWith('logout') || expected !== undefined) expect(await product.events()).toBe(before);
  });
});

test('a call that there is not is told so, signed in or not, and never as the console’s page', async () => {
  for (const token of [null, tokens.get('rival admin') ?? null])
    for (const [method, path] of [
      ['GET', '/no-such-call'],
      ['PATCH', '/leads'],
      ['PUT', '/leads'],
      ['OPTIONS', '/offers'],
      ['DELETE', '/auth/login'],
    ] as const) {
      const answer = await product.send({ method, path, token });
      expect(answer).toMatchObject({ status: 404, success: false, code: 'no-such-call' });
    }
});
