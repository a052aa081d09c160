import type { PaymentMode } from '@crm/events/leads/vocabulary.ts';
import { formatNumber, plural } from '../../format/count.ts';

/** Labels of a filter's values; the keys are the values in the URL. */
const commentFilters = {
  connected: 'Connected Calls',
  'not-connected': 'Not Connected Calls',
  'no-comments': 'No Comments',
};
const addressFilters = { 'with-address': 'With address', 'without-address': 'Without address' };
const requestFilters = { pending: 'Pending requests', rejected: 'Rejected requests' };
/** Defined in docs/figures.md. */
const progressFilters = { open: 'Open', completed: 'Completed', overdue: 'Overdue', urgent: 'Urgent' };

const paymentModesShort: Record<PaymentMode, string> = { cod: 'COD', prepaid: 'Prepaid', partial: 'Partial' };

/** The texts of the leads list, but for those of its selection. */
export const leadListTexts = {
  past: 'Past Leads',
  one: 'lead',
  many: 'leads',
  rowName: (orderId: string) => `order ${orderId}`,
  empty: 'No data available',
  clearFilters: 'Clear filters',
  assignSelected: (n: number) => `Assign ${formatNumber(n)} Leads`,

  search: {
    by: 'Search by',
    search: 'Search',
    orderIds: 'Order IDs',
    label: 'Search leads',
    placeholder: 'Name, phone, email, order ID, product',
    placeholderOnPhone: 'Name, phone, order ID',
  },
  orderIds: {
    label: 'Order IDs',
    placeholder: 'Order IDs, separated by spaces, commas or new lines',
    clear: 'Clear order IDs',
    count: (n: number) => plural(n, { one: '# ID', other: '# IDs' }),
    onlyFirst: (most: number) => `The first ${most} are searched for`,
    hide: 'Hide IDs',
    show: 'Show IDs',
    parsed: 'Parsed order IDs',
    notFound: (n: number) => `${plural(n, { one: '# ID not found', other: '# IDs not found' })}:`,
    copy: 'Copy',
  },
  filters: {
    button: (active: number) => (active > 0 ? `Filters (${active})` : 'Filters'),
    status: { label: 'Status', all: 'All statuses' },
    date: { label: 'Date' },
    assignment: {
      label: 'Assignment',
      all: 'All operators',
      values: { assigned: 'Assigned', unassigned: 'Unassigned' },
    },
    product: { label: 'Product', all: 'All products' },
    progress: { label: 'Progress', all: 'All progress', values: progressFilters },
    comments: { label: 'Comments', all: 'All comments', values: commentFilters },
    reason: { label: 'Reason', all: 'All reasons' },
    request: { label: 'Request', all: 'All requests', values: requestFilters },
    address: { label: 'Address', all: 'All addresses', values: addressFilters },
  },
  chips: {
    count: (n: number) => plural(n, { one: '# active filter', other: '# active filters' }),
    remove: (filter: string) => `Remove filter ${filter}`,
    clear: 'Clear',
    search: (text: string) => `Search: ${text}`,
    orderIds: (n: number) => `Order IDs: ${n}`,
    status: (status: string) => `Status: ${status}`,
    date: (dates: string) => `Date: ${dates}`,
    dates: (from: string, to: string) => `${from} to ${to}`,
    datesIn: (dates: string, zone: string) => `${dates} (${zone})`,
    assignedTo: (operator: string) => `Assigned to: ${operator}`,
    product: (product: string) => `Product: ${product}`,
    column: {
      webmaster: (value: string) => `Webmaster: ${value}`,
      sub1: (value: string) => `Sub 1: ${value}`,
      sub2: (value: string) => `Sub 2: ${value}`,
      sub3: (value: string) => `Sub 3: ${value}`,
      sub4: (value: string) => `Sub 4: ${value}`,
      sub5: (value: string) => `Sub 5: ${value}`,
      country: (value: string) => `Country: ${value}`,
      paymentMode: (value: string) => `Payment mode: ${value}`,
      currency: (value: string) => `Currency: ${value}`,
    },
  },
  columns: {
    order: 'Order ID',
    customer: 'Customer',
    product: 'Product',
    amount: 'Amount',
    payment: 'Payment',
    status: 'Status & Actions',
    assigned: 'Assigned To',
    comments: 'Comments',
    location: 'Location',
    address: 'Address',
    created: 'Created',
    actions: 'Actions',
    outcome: 'Last Outcome',
  },
  cells: {
    hasAddress: 'Has an address',
    noAddress: 'No address',
    notCalledYet: 'Not called yet',
    webmaster: (name: string) => `Webmaster: ${name}`,
    paymentModesShort,
    status: {
      menu: (orderId: string) => `Status of order ${orderId}`,
      /** `action`: 'Update Status'. The key is in the tooltip only: it is not read aloud with each row. */
      button: (status: string, action: string, orderId: string) => `${status}: ${action}, order ${orderId}`,
    },
    assigned: {
      button: (operator: string, orderId: string) => `${operator}: Assign, order ${orderId}`,
      unassignedTitle: 'Assign (a)',
      assignedTitle: (email: string) => `Assign (a): ${email}`,
    },
    comments: {
      erased: '(erased)',
      addTo: (orderId: string) => `Add Comment to order ${orderId}`,
      showOlder: (n: number) => `Show ${n} older`,
      hideOlder: (n: number) => `Hide ${n} older`,
      showOlderOf: (n: number, orderId: string) => `Show ${n} older comments of order ${orderId}`,
      hideOlderOf: (n: number, orderId: string) => `Hide ${n} older comments of order ${orderId}`,
      olderOf: (orderId: string) => `Older comments of order ${orderId}`,
    },
    actions: {
      view: 'View',
      viewOrder: (orderId: string) => `View order ${orderId}`,
      edit: 'Edit',
      editOrder: (orderId: string) => `Edit order ${orderId}`,
      delete: 'Delete',
      deleteOrder: (orderId: string) => `Delete order ${orderId}`,
    },
  },
  keys: {
    open: 'Open lead',
    call: 'Call customer',
    edit: 'Edit lead',
    delete: 'Delete lead',
    assign: 'Assign lead',
    approve: 'Approve request',
    reject: 'Reject request',
    comment: 'Comment on lead',
    olderComments: 'Show or hide older comments',
    updateStatus: 'Update status of lead',
    requestStatus: 'Request status change',
    noPendingRequest: 'This lead has no pending request',
  },
  selectionLimit: (most: number) => `At most ${formatNumber(most)} leads can be selected one by one`,
};
