import { expect, test } from 'vitest';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();

/**
 * Who may make which call, written down a second time: a call whose policy changes, and a new one, is looked at here
 * too. `partner | tenant-admin`: without a token the one, with a token the other. That each policy is kept is tried by
 * the access matrix of attack.test.ts, which is generated from the routes.
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

test('a call that there is not is told so, signed in or not, and never as the console’s page', async () => {
  for (const token of [null, (await product.signIn(product.people.rivalAdmin)).token])
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
