/** Every text of the shared components, in English. A translation is another object of this type. */
export const uiTexts = {
  /** The title of the browser's tab. */
  documentTitle: (page: string | null) =>
    page ? `${page} · Lead Management System` : 'Lead Management System',
  loading: 'Loading',
  dismiss: 'Dismiss',
  close: 'Close',
  saved: 'Saved',
  copied: 'Copied',
  notCopied: 'Your browser does not allow copying here. Select the text and copy it by hand.',
  secret: {
    copyNow: 'Copy it now: it is shown this once, and cannot be read again.',
    copy: 'Copy',
    done: 'Done',
  },
  confirm: {
    cancel: 'Cancel',
    failed: 'An error occurred',
  },
  error: {
    title: 'Something went wrong',
    retry: 'Try Again',
  },
  dates: {
    all: 'All dates',
    custom: 'Custom range',
    from: (label: string) => `${label} from`,
    until: 'to',
    to: (label: string) => `${label} to`,
  },
  pagination: {
    /** Before and after the number of rows. */
    show: 'Show',
    perPage: 'per page',
    limit: 'Show per page',
    label: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    page: (page: number) => `Page ${page}`,
    goTo: 'Go to',
    goToPage: 'Go to page',
    goToPageUpTo: (last: number) => `Go to page, 1 to ${last}`,
  },
  phone: {
    call: (phone: string) => `Call ${phone}`,
    copy: (phone: string) => `Copy ${phone}`,
  },
  clearSearch: 'Clear search',
  /** Read out between the old status and the new one. */
  statusChangesTo: 'to',
  table: {
    noRows: (list: string) => `${list}, no rows`,
    sortBy: 'Sort by',
    dragEdge: 'Drag to change the width',
    selectAll: 'Select all on this page',
    select: (row: string) => `Select ${row}`,
    view: 'View',
    viewRow: (row: string) => `View ${row}`,
    edit: 'Edit',
    editRow: (row: string) => `Edit ${row}`,
    delete: 'Delete',
    deleteRow: (row: string) => `Delete ${row}`,
    stale: 'The newest changes are still missing. The list updates by itself.',
    outdated: (reason: string) => `These rows may be out of date. ${reason}`,
    retry: 'Retry',
  },
  columns: {
    title: 'Columns',
    moved: (header: string, position: number, count: number) => `${header} is column ${position} of ${count}`,
    moveHint: 'Alt ↑ ↓ moves a column',
    reset: 'Reset columns',
    widths: 'Width',
    width: (header: string) => `Width of ${header}`,
    moveUp: (header: string) => `Move ${header} up`,
    moveDown: (header: string) => `Move ${header} down`,
  },
};
