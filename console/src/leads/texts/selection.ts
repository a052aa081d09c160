import { formatNumber, plural } from '../../format/count.ts';

/** The texts of the leads list's selection, in English: its bar loads after the list. */
export const leadSelectionTexts = {
  label: 'Selection',
  count: (n: number) => plural(n, { one: '# lead selected', other: '# leads selected' }),
  totalValue: 'Total value',
  frozenAt: (time: string) => `all that matched at ${time}`,
  selectAll: (n: number) => `Select all ${formatNumber(n)} matching`,
  clear: 'Clear Selection',
  delete: 'Delete',
  reject: 'Reject Pending',
  approve: 'Approve Pending',
  reassign: 'Reassign',
  updateStatus: 'Update Status',
  assign: 'Bulk Assign',
};
