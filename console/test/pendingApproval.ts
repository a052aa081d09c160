import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';

/** A lead whose operator waits for an answer. */
export const pendingApproval: PendingApproval = {
  _id: '3f0c2f6e-0b5e-5f0e-9a53-9d2f6f0e1c11',
  orderId: 'A-17',
  fullName: 'Priya Sharma',
  phone: '+91 98765 43210',
  alternatePhone: null,
  city: 'Pune',
  productName: 'Joint Care',
  total: 2999,
  currency: 'INR',
  lastCall: null,
  status: 'processing',
  assignedOperator: { fullName: 'Omar Haddad' },
  pendingStatusChange: {
    requestId: 'f2a1c9d0-6a57-4f0e-8a6e-0f6f0e1c2b3a',
    newStatus: 'approved',
    reason: 'The customer agreed',
    requestedAt: '2026-11-20T10:00:00.000Z',
    requestedBy: 'Omar Haddad',
    comment: 'Confirmed by phone',
  },
};
