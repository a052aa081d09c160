import type { OrderSource, PaymentMode } from '@crm/events/leads/vocabulary.ts';
import { plural } from '../../format/count.ts';

const count = (n: number): string => plural(n, { one: '# lead', other: '# leads' });
const paymentModes: Record<PaymentMode, string> = {
  cod: 'Cash on Delivery',
  prepaid: 'Prepaid',
  partial: 'Partial Payment',
};
const orderSources: Record<OrderSource, string> = { api: 'API', manual: 'Manual Entry', import: 'Import' };

/** The words for leads and their commands that several screens share. */
export const leadWords = {
  lead: 'Lead',
  leads: 'Leads',
  order: (orderId: string) => `Order ${orderId}`,
  count,
  countSelected: (n: number) => `${count(n)} selected`,
  paymentModes,
  orderSources,
  unassigned: 'Unassigned',
  urgent: 'Urgent',
  important: 'Important',
  noComments: 'No comments',
  pendingStatus: (status: string) => `Pending: ${status}`,
  rejectedBecause: (reason: string) => `Rejected: ${reason}`,
  updateStatus: 'Update Status',
  requestStatus: 'Request Status Change',
  statusUpdated: 'Status updated successfully',
  statusFailed: 'Failed to update status. Please try again.',
  assign: 'Assign',
  assignFailed: 'Failed to assign leads',
  addComment: 'Add Comment',
  commentSaved: 'Comment saved',
  commentMissing: 'Please enter a comment',
  notAssignedToYou: 'Only leads assigned to you can be changed',
  erasedStays: 'The personal data of this lead was erased: it cannot be changed',
};
