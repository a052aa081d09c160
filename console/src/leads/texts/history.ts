import { plural } from '../../format/count.ts';

/** The texts of a lead's earlier states, in English. */
export const leadHistoryTexts = {
  title: 'Time Travel',
  hint: 'Move through the history of this lead. Differences to now are marked.',
  moment: 'Moment',
  earlier: 'One event earlier',
  later: 'One event later',
  position: (n: number, of: number) => `Event ${n} of ${of}`,
  stop: ({
    n,
    of,
    event,
    time,
    actor,
  }: {
    n: number;
    of: number;
    event: string;
    time: string;
    actor: string;
  }) => `Event ${n} of ${of}: ${event}, ${time}, ${actor}`,
  failed: 'This moment could not be read',
  showAll: 'Show all fields',
  caption: 'The lead at this moment and now',
  field: 'Field',
  past: 'At this moment',
  present: 'Now',
  restoreColumn: 'Restore',
  same: 'Nothing differs from now.',
  blank: '(empty)',
  noLead: '(no lead)',
  status: 'Status',
  operator: 'Assigned To',
  pending: 'Pending Status',
  restore: 'Restore',
  restoreOne: (field: string) => `Restore ${field}`,
  restoreAll: (n: number) => plural(n, { one: 'Restore # Field', other: 'Restore All # Fields' }),
  confirmTitle: 'Restore Fields',
  confirm: (fields: readonly string[], time: string) =>
    `${fields.join(', ')} will have the values of ${time} again. The restoration is a new event of the history.`,
  restored: 'Lead restored successfully',
};
