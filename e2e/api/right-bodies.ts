import { listLeads } from '@crm/contracts/leads/read.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { saveReport } from '@crm/contracts/saved-reports/saved-reports.ts';
import { listOperators } from '@crm/contracts/users/users.ts';
import { saveView } from '@crm/contracts/views/views.ts';
import type { Person } from './calls.ts';
import { postbackForm, savedReportForm, viewForm } from './samples.ts';

const proof = {
  razorpay_order_id: 'order_unknown',
  razorpay_payment_id: 'pay_unknown',
  razorpay_signature: 'made up',
};

/** A valid body for every call with a body, for an admin of the demo's tenant. */
export async function rightBodies(admin: Person): Promise<Record<string, Record<string, unknown>>> {
  const offer = (await admin.ask(listOffers)).data[0]?._id ?? '';
  const lead = (await admin.ask(listLeads)).data[0]?._id ?? '';
  const view = (await admin.ask(saveView, { body: viewForm('Bad input') })).data.view._id;
  const report = (await admin.ask(saveReport, { body: savedReportForm('Bad input') })).data.report._id;
  const postbackOff = { ...postbackForm('https://tracker.example/'), isActive: false };
  const postback = (await admin.ask(createPostback, { body: postbackOff })).data.postback._id;
  const operator = (await admin.ask(listOperators)).data[0]?._id ?? '';

  return {
    'POST /auth/login': { email: 'nobody@demo.test', password: 'wrong-password' },
    'POST /auth/setup': {
      token: 'a made-up token',
      fullName: 'Some Body',
      email: 'somebody@demo.test',
      username: 'somebody',
      password: 'long-enough',
      confirmPassword: 'long-enough',
    },
    'POST /auth/forgot-password': { email: 'nobody@demo.test' },
    'POST /auth/reset-password': {
      token: 'a made-up token',
      password: 'long-enough',
      confirmPassword: 'long-enough',
    },
    'PUT /auth/change-password': {
      currentPassword: 'demo-password',
      newPassword: 'another-password',
      confirmPassword: 'another-password',
    },
    'POST /leads': {
      fullName: 'Asha Rao',
      phone: '+91 98200 11111',
      productName: 'Tea',
      quantity: 1,
      price: 5,
    },
    [`PUT /leads/${lead}`]: { city: 'Leeds' },
    [`POST /leads/${lead}/restore`]: { from: 0, fields: ['city'] },
    'POST /leads/past': { at: '2026-01-01T00:00:00Z', wait: 1 },
    [`POST /leads/${lead}/assign`]: { operatorId: operator },
    [`POST /leads/${lead}/erase`]: { reason: 'The customer asked for it', confirmed: true },
    [`POST /leads/${lead}/comments`]: { content: 'Called' },
    'POST /leads/check-duplicate': { phone: '+91 98200 11111' },
    'POST /leads/selections': { leadIds: [lead], orderIds: ['ORD-1'], search: 'Asha', sortBy: 'total' },
    [`PUT /operator/leads/${lead}/status`]: { status: 'approved', comment: 'Please' },
    [`POST /operator/leads/${lead}/comment`]: { content: 'Called' },
    // Its file comes in a multipart form; upload-preview.test.ts tests that.
    'POST /admin/upload-leads': {
      fileId: '7d0f5a10-0000-4000-8000-000000000000',
      offer: { offerId: offer },
      users: [{ userId: operator, value: 1 }],
      mapping: { Shade: null },
    },
    'PUT /admin/bulk-update-status': { leadIds: [lead], newStatus: 'hold' },
    'POST /admin/bulk-assign-leads': { leadIds: [lead], operatorId: operator },
    'POST /admin/reassign-leads': { leadIds: [lead], toOperatorId: operator },
    'POST /admin/bulk-delete-leads': { leadIds: [lead] },
    [`POST /batches/${lead}/undo`]: { wait: 0 },
    [`POST /admin/approve-status/${lead}`]: { adminNotes: 'Fine' },
    [`POST /admin/reject-status/${lead}`]: { adminNotes: 'No' },
    'POST /admin/bulk-approve': { leadIds: [lead] },
    'POST /admin/bulk-reject': { leadIds: [lead], adminNotes: 'Call again' },
    'PUT /admin/update-theme': { colorHash: '#123456' },
    'PUT /admin/toggle-auto-lead-status-approve': { autoLeadStatusApprove: true },
    'POST /admin/api-keys': { name: 'Landing pages' },
    'PUT /admin/settings': { currency: 'INR', timeZone: 'Asia/Kolkata' },
    'PUT /admin/settings/organization-name': { organizationName: 'Renamed' },
    // Of no tenant: a suspension would end the test.
    'POST /super-admin/tenants/7d0f5a10-0000-4000-8000-000000000000/suspend': { reason: 'Unpaid invoices' },
    'PUT /super-admin/tenants/7d0f5a10-0000-4000-8000-000000000000': { organizationName: 'Renamed' },
    // Of no organisation.
    'POST /super-admin/export-data': { tenantId: '7d0f5a10-0000-4000-8000-000000000000' },
    'POST /super-admin/import-data': { checkId: '7d0f5a10-0000-4000-8000-000000000000' },
    // Its file comes in a multipart form; tenant-import.test.ts tests that.
    'POST /super-admin/import-data/check': {},
    'POST /super-admin/dead-letters/retry': { consumer: 'no such consumer' },
    'POST /super-admin/create-admin': {
      organizationName: 'Gulf Sales',
      fullName: 'Omar Farouk',
      email: 'omar@gulf.test',
      username: 'omar',
      timeZone: 'Asia/Dubai',
    },
    // Of no admin, like the suspension.
    'PUT /super-admin/admins/7d0f5a10-0000-4000-8000-000000000000': { fullName: 'Omar Farouk' },
    'POST /super-admin/admins/7d0f5a10-0000-4000-8000-000000000000/toggle-status': {
      reason: 'Unpaid invoices',
    },
    'POST /users': {
      username: 'newcomer',
      fullName: 'New Comer',
      email: 'newcomer@demo.test',
      role: 'operator',
      password: 'long-enough',
    },
    [`PUT /users/${operator}`]: { fullName: 'Somebody Else' },
    [`PUT /users/${admin.id}/profile`]: { fullName: 'Somebody Else', email: 'admin@demo.test' },
    'POST /postbacks': {
      ...postbackOff,
      method: 'POST',
      headers: [{ key: 'X-Source', value: 'crm' }],
      parameters: [{ key: 'order', value: 'orderId', isPlaceholder: true }],
      bodyTemplate: { format: 'json', template: '{}' },
      statusConditions: ['approved'],
      filters: { countries: ['IN'] },
      statusMap: { approved: 'sale' },
      timeout: 5000,
      maxRetries: 1,
      retryDelay: 1000,
      authentication: { type: 'none' },
    },
    [`PUT /postbacks/${postback}`]: { name: 'Renamed', retryDelay: 2000 },
    [`POST /postbacks/${postback}/toggle`]: { isActive: false },
    [`POST /postbacks/${postback}/test`]: { event: 'new_lead', testData: { total: 5 }, dryRun: true },
    [`POST /postbacks/${postback}/retry`]: { logId: postback, filters: { status: 'failed' }, dryRun: true },
    [`POST /postbacks/${postback}/backfill`]: {
      startDate: '2026-01-01',
      endDate: '2026-02-01',
      perSecond: 50,
      dryRun: true,
    },
    'PUT /postbacks/log-retention': { days: 90, maxLogs: 5000 },
    'POST /saved-reports': {
      ...savedReportForm('Weekly'),
      schedule: {
        rhythm: { every: 'week', day: 1 },
        hour: 9,
        format: 'xlsx',
        toOwner: true,
        recipients: ['ann@example.com'],
      },
    },
    [`PUT /saved-reports/${report}`]: { name: 'Monthly', schedule: null },
    'POST /views': viewForm('Tea'),
    [`PUT /views/${view}`]: { name: 'Tea', isShared: true },
    'PUT /views/last-used': { viewId: view },
    'POST /operator/work-queue/take': { leadIds: [lead] },
    'PUT /operator/break': { isOnBreak: true },
    'POST /reports/custom': {
      startDate: '2026-01-01',
      endDate: '2026-01-31',
      groupBy: 'webmaster',
      offer,
      operator,
      sub1: 'google',
      country: 'IN',
      timeZone: 'Asia/Kolkata',
    },
    'POST /admin/generate-report': {
      reportType: 'leads',
      filters: { startDate: '2026-01-01', endDate: '2026-01-31' },
      format: 'json',
    },
    'POST /reports/recompute': {
      reportType: 'leads',
      filters: { startDate: '2026-01-01', endDate: '2026-01-31', position: 'none' },
    },
    'POST /razorpay/create-order': {
      // Of no plan: an order would be limited by the network.
      planId: '7d0f5a10-0000-4000-8000-000000000000',
      fullName: 'Some Body',
      username: 'somebody',
      email: 'somebody@example.com',
    },
    'POST /razorpay/renew-create-order': {
      planId: '7d0f5a10-0000-4000-8000-000000000000',
      subscriptionId: null,
    },
    'POST /razorpay/verify-payment': proof,
    'POST /razorpay/renew-verify-payment': proof,
    'POST /razorpay/test-checkout': { orderId: 'order_unknown', outcome: 'pay' },
    'POST /razorpay/webhook': { event: 'payment.authorized' },
    'PUT /razorpay/subscription/7d0f5a10-0000-4000-8000-000000000000/cancel': { reason: 'Moved' },
    'POST /super-admin/payments/7d0f5a10-0000-4000-8000-000000000000/refund': { reason: 'Bought twice' },
    'POST /super-admin/plans': { name: 'Growth', price: 49, features: ['Reports'], description: 'For teams' },
    // Of no plan: an edit would change the plans that other tests read.
    'PUT /super-admin/plans/7d0f5a10-0000-4000-8000-000000000000': { name: 'Growth' },
    // Of no organisation, like the suspension.
    'PUT /super-admin/subscriptions/7d0f5a10-0000-4000-8000-000000000000/status': {
      status: 'active',
      endDate: '2027-01-31',
    },
    'POST /super-admin/subscriptions/7d0f5a10-0000-4000-8000-000000000000/cancel': {
      immediate: true,
      reason: 'Moved',
    },
    'POST /super-admin/subscriptions/7d0f5a10-0000-4000-8000-000000000000/renew': {
      duration: 1,
      durationType: 'months',
    },
    'POST /super-admin/subscriptions/7d0f5a10-0000-4000-8000-000000000000/extend': {
      extensionPeriod: 1,
      extensionType: 'years',
    },
    'POST /offers': { name: 'Tea', category: 'other', price: 5 },
    [`PUT /offers/${offer}`]: { name: 'Tea' },
  };
}
