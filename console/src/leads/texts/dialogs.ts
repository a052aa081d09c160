import { formatNumber, plural } from '../../format/count.ts';
import { leadWords } from './words.ts';

/** The texts of the dialogs that change leads. */
export const leadDialogTexts = {
  status: {
    status: 'Status',
    reason: 'Reason',
    comment: 'Comment',
  },
  assign: {
    title: 'Assign Lead',
    operator: 'Operator',
    select: 'Select an operator',
    assign: 'Assign',
    unassign: 'Unassign Lead',
    saved: 'Lead assigned successfully',
    gone: 'Operator not found',
  },
  comment: {
    kind: 'Kind of comment',
    structured: 'Structured',
    manual: 'Manual',
    comment: 'Comment',
    connection: 'Connection Status',
    selectConnection: 'Select connection status',
    connections: { connected: 'Connected', 'not-connected': 'Not Connected' },
    reason: 'Reason',
    selectReason: 'Select reason',
    customReason: 'Custom Reason',
    preview: 'Preview:',
    importantHint: 'Shown with a star in the list',
    failed: (why: string) => `Failed to add comment: ${why}`,
    unknownError: 'Unknown error',
  },
  erase: {
    title: 'Erase Personal Data',
    goes: 'Erased for ever, here and in the history, in files and in the logs of postbacks:',
    what: [
      'name, phones, email, age and address',
      'comments, reasons, remarks and additional fields',
      'requests to partners and their answers; requests that wait are not sent',
      'exports and uploaded files that contain the lead',
    ],
    stays: 'Order ID, product, amounts, status and dates stay, so that all figures stay as they are.',
    leavesQueue: 'The lead leaves the queue: it does not come in any more.',
    reason: 'Reason',
    reasonHint: 'Stays in the history: write no personal data.',
    confirm: 'I understand that this cannot be undone',
    submit: 'Erase',
    busy: 'Erasing...',
    failed: 'Failed to erase the personal data. Please try again.',
    done: 'Personal data erased',
  },
  operators: {
    label: 'Operators',
    loading: 'Loading operators…',
    failed: 'Operators could not be loaded',
    none: 'No active operators',
    noOther: 'No other active operators',
    each: (leads: number) => `${formatNumber(leads)} each`,
    eachOr: (fewer: number, more: number) => `${formatNumber(fewer)} or ${formatNumber(more)} each`,
  },
  bulkStatus: {
    status: 'New status',
    reason: 'Reason',
    notes: 'Admin notes',
    failed: 'Failed to update lead statuses. Please try again.',
  },
  bulkAssign: {
    title: 'Bulk Assign',
    to: 'Assign to',
    targets: { one: 'To one', several: 'Evenly to several' },
    operator: 'Operator',
    select: 'Select an operator',
    quantity: 'Quantity',
    quantityBetween: (most: number) => `Quantity must be between 1 and ${most}`,
    method: 'Selection method',
    methods: { first: 'First', last: 'Last', random: 'Random' },
    submit: (n: number) => plural(n, { one: 'Assign # Lead', other: 'Assign # Leads' }),
  },
  reassign: {
    title: 'Reassign',
    from: 'From',
    fromHint: 'Leads of other operators are left as they are.',
    any: 'Any operator',
    to: 'To',
    select: 'Select an operator',
    reason: 'Reason',
    submit: 'Reassign',
  },
  decidePending: {
    /** The selection has `n` leads; not all of them need to have a request. */
    description: (n: number) =>
      `Every status change that waits on ${leadWords.count(n)}. The others stay as they are.`,
    approve: {
      title: 'Approve Pending',
      submit: 'Approve',
      failed: 'Failed to approve the status changes. Please try again.',
    },
    reject: {
      title: 'Reject Pending',
      submit: 'Reject',
      failed: 'Failed to reject the status changes. Please try again.',
    },
  },
  bulkDelete: {
    title: (n: number) => `Delete ${leadWords.count(n)}`,
    undoable: (n: number) =>
      `Are you sure you want to delete ${leadWords.count(n)}? It can be undone as a whole afterwards, under Batches.`,
    permanent: (n: number) =>
      `Are you sure you want to delete ${leadWords.count(n)}? This action cannot be undone.`,
    confirm: 'Delete',
  },
  bulkDone: 'Done',
  leftOver: {
    title: 'Not all of it was done',
    list: 'Skipped and failed',
    unknownLead: 'Lead',
    failed: 'Failed',
    skipped: 'Skipped',
    close: 'Close',
  },
};
