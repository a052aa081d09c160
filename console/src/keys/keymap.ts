/**
 * The key of each action, on every screen: one key per action and one action per key, so that a key never
 * means two things. Keys are as on a US keyboard; `g l` is pressed in sequence.
 */
export const keymap = {
  'show-keys': '?',
  'go-dashboard': 'g d',
  'go-leads': 'g l',
  'go-work': 'g w',
  'go-users': 'g u',
  'go-offers': 'g o',
  'go-postbacks': 'g k',
  'go-reports': 'g r',
  'go-approvals': 'g a',
  'go-upload': 'g i',
  'go-batches': 'g b',
  'go-settings': 'g p',
  'go-tenants': 'g t',
  'go-plans': 'g n',
  'go-subscriptions': 'g s',
  'go-audit': 'g h',
  'go-payments': 'g y',

  // Any page.
  back: 'b',
  new: 'n',
  edit: 'e',
  delete: '#',
  refresh: '.',
  // The choices of a page: its tabs, or the outcomes of a call.
  'choice-1': '1',
  'choice-2': '2',
  'choice-3': '3',
  'choice-4': '4',
  'choice-5': '5',
  'choice-6': '6',
  'choice-7': '7',
  'choice-8': '8',
  'choice-9': '9',
  'choice-10': '0',
  'choice-11': '-',
  'choice-12': '=',
  'choice-13': ',',

  // Any list.
  search: '/',
  'clear-filters': 'F',
  'next-row': 'j',
  'previous-row': 'k',
  open: 'o',
  'next-page': ']',
  'previous-page': '[',
  'go-to-page': 'p',
  density: 'd',
  columns: 'C',
  select: 'x',
  'clear-selection': 'X',
  'select-all': 'M',
  'export-excel': 'E',
  'export-csv': 'B',

  // Saved views.
  views: 'V',
  'save-view': 'w',
  'save-view-as': 'W',
  'reset-view': 'z',

  // Leads. An upper-case letter acts on the selection.
  status: 's',
  assign: 'a',
  comment: 'c',
  call: 'm',
  'older-comments': 'v',
  approve: 'y',
  reject: 'r',
  'status-of-selected': 'S',
  'assign-selected': 'A',
  'approve-selected': 'Y',
  'reject-selected': 'R',
  'reassign-selected': 'T',
  'delete-selected': 'D',

  // The work queue.
  skip: 'i',
  break: 'P',

  // Subscriptions.
  'extend-subscription': 'L',
  'cancel-subscription': 'Z',
  'renew-subscription': 'N',
  'refund-payment': 'G',

  // Upload.
  'continue-upload': 'u',
  'field-guide': 'f',

  // Offers and postbacks.
  'copy-call': 'U',
  logs: 'l',
  test: 't',
  backfill: 'h',
  retention: 'K',
  retry: 'q',
  'retry-all': 'Q',
} as const;

export type ActionName = keyof typeof keymap;

/** The key of an action, to be shown: in a tooltip, a menu or the `?` sheet. */
export function keysOf(action: ActionName): string {
  return keymap[action];
}

/** A native title with the key: 'Edit (e)'. */
export function titleOf(label: string, action: ActionName): string {
  return `${label} (${keymap[action]})`;
}
