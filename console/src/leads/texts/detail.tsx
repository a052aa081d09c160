import type { ReactNode } from 'react';
import { plural } from '../../format/count.ts';

/** The texts of a lead's page. */
export const leadDetailTexts = {
  header: {
    callback: 'Callback',
    previous: 'Previous lead',
    next: 'Next lead',
    isFirst: 'This is the first lead of the list',
    isLast: 'This is the last lead of the list',
    created: (time: string) => `Created ${time}`,
    edit: 'Edit',
    more: 'More actions',
    erase: 'Erase personal data',
  },
  erased: {
    title: 'Personal Data Erased',
    text: 'Name, phones, email, address and texts are gone for ever. Status, product and amounts stay for the figures.',
  },
  pending: {
    title: 'Status Change Pending',
    requested: (operator: ReactNode, status: string) => (
      <>
        {operator} asked for {status}, awaiting admin approval.
      </>
    ),
    reason: (reason: string) => `Reason: ${reason}`,
    comment: (comment: string) => `Comment: ${comment}`,
    lastCall: (outcome: string) => `Last call: ${outcome}`,
    noCall: 'Last call: none',
    approve: 'Approve',
    reject: 'Reject',
  },
  rejected: {
    title: 'Status Change Rejected',
    by: (admin: ReactNode, status: string) => (
      <>
        {admin} rejected the change to {status}
      </>
    ),
  },
  summary: {
    status: 'Status',
    paymentMode: 'Payment Mode',
    total: 'Total',
    assignedTo: 'Assigned To',
  },
  tabs: {
    details: 'Details',
    activity: 'Activity',
    history: 'Time Travel',
  },
  details: {
    customer: 'Customer',
    address: 'Address',
    product: 'Product',
    additional: 'Additional',
    created: 'Created',
    updated: 'Last Updated',
    yes: 'Yes',
    no: 'No',
    otherOrders: (n: number) => `Other Orders (${n})`,
  },
  comment: {
    label: 'Comment',
    placeholder: 'What happened, and what comes next?',
    type: 'Comment type',
    types: { internal: 'Internal', customer: 'Customer', follow_up: 'Follow Up' },
    structured: 'Structured',
    structuredHint: 'Pick what the call came to',
    failed: 'Failed to add comment',
  },
  timeline: {
    title: 'Activity Timeline',
    titleCount: (n: number) => `Activity Timeline (${n})`,
    show: 'Show',
    all: 'All',
    comments: 'Comments',
    newEntries: (n: number) => plural(n, { one: '# new entry', other: '# new entries' }),
    empty: 'No comments yet.',
    emptyAdd: 'No comments yet. Add the first comment above.',
    internal: 'Internal',
    reason: 'Reason',
    adminNotes: 'Admin Notes',
    ipAddress: 'IP',
    became: 'became',
  },
};
