import { formatNumber, plural } from '../format/count.ts';

/**
 * Every text of the shared pages and lists, in English. A translation is another object of this type. `noun` is
 * a resource's own name, 'Offer'; `one` and `many` are how a list names its rows, 'offer' and 'offers'.
 */
export const pageTexts = {
  back: 'Back',
  currency: 'Currency',
  detail: { edit: 'Edit', delete: 'Delete' },
  delete: {
    title: (name: string) => `Delete ${name}`,
    message: (noun: string, consequence: string | undefined) =>
      `Are you sure you want to delete this ${noun.toLowerCase()}?${consequence ? ` ${consequence}` : ''} This action cannot be undone.`,
    confirm: 'Delete',
    done: (name: string) => `${name} deleted`,
  },
  notFound: {
    title: (noun: string) => `${noun} not found`,
    back: (list: string) => `Back to ${list}`,
  },
  newPage: {
    documentTitle: (noun: string) => `New ${noun}`,
    title: (noun: string) => `Create ${noun}`,
    submit: (noun: string) => `Create ${noun}`,
    done: (noun: string) => `${noun} created successfully`,
  },
  editPage: {
    title: (name: string) => `Edit ${name}`,
    submit: (noun: string) => `Update ${noun}`,
    done: (noun: string) => `${noun} updated successfully`,
  },
  list: {
    add: (noun: string) => `Add ${noun}`,
    search: (title: string) => `Search ${title.toLowerCase()}`,
    clearFilters: 'Clear Filters',
    showing: (shown: number, total: number, one: string, many: string) =>
      `Showing: ${formatNumber(shown)} of ${formatNumber(total)} ${total === 1 ? one : many}`,
    newRows: (n: number, one: string, many: string) =>
      plural(n, { one: `# new ${one}`, other: `# new ${many}` }),
    empty: (many: string) => `No ${many} found`,
    noMatch: (one: string) => `No ${one} matches these filters.`,
    columns: 'Columns',
    export: 'Export',
    rowName: (noun: string, name: string) => `${noun.toLowerCase()} ${name}`,
    select: (one: string) => `Select ${one}`,
    open: (noun: string) => `Open ${noun.toLowerCase()}`,
    edit: (noun: string) => `Edit ${noun.toLowerCase()}`,
    delete: (noun: string) => `Delete ${noun.toLowerCase()}`,
  },
  filters: {
    notAvailable: 'Not available',
    inactive: (name: string) => `${name} (inactive)`,
    activity: { all: 'All statuses', active: 'Active', inactive: 'Inactive' },
  },
};
