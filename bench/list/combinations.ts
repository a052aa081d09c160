import type { leadSorts } from '@crm/contracts/leads/constants.ts';
import type { LeadFilters } from '@crm/contracts/leads/read.ts';
import { offers, operatorsWith } from './leads.ts';
import { operator } from './load.ts';

type Sort = { sortBy?: (typeof leadSorts)[number]; sortOrder?: 'asc' | 'desc' };
export type Query = LeadFilters & Sort & { page?: number; limit?: number };

/** One query of the list and the caller's role. */
export type Combination = { name: string; as: 'admin' | 'operator'; query: Query };

/**
 * `deep` is the relative page: 0 the first, 1 the last, 0.5 the middle one; computed when the total is known.
 */
export type Deep = Combination & { deep: number };

const [, second, third] = operatorsWith(operator);
const [orthovita, hair] = offers;
const day = (text: string) => `2026-${text}`;

const filters: Record<string, LeadFilters> = {
  'no filter': {},
  'the most common status': { status: 'processing' },
  'the rarest status': { status: 'trash' },
  assigned: { assignmentStatus: 'assigned' },
  unassigned: { assignmentStatus: 'unassigned' },
  'one operator': { ...(second && { assignedOperator: second.id }) },
  'one product': { ...(orthovita && { offer: orthovita.id }) },
  'with address': { hasAddress: true },
  'without address': { hasAddress: false },
  connected: { commentConnectionStatus: 'connected' },
  'no comments': { commentConnectionStatus: 'no-comments' },
  'a reason': { commentConnectionStatus: 'not-connected', commentReason: 'Ringing' },
  'a reason in own words': { commentReason: 'wants a call on day 17' },
  'a day': { startDate: day('11-03'), endDate: day('11-03') },
  'a day in India': { startDate: '2026-11-02T18:30:00Z', endDate: '2026-11-03T18:29:59.999Z' },
  'thirty days in New York': { startDate: '2026-10-20T04:00:00Z', endDate: '2026-11-19T04:59:59.999Z' },
  'half a year': { startDate: day('01-15'), endDate: day('07-15') },
  'status, product': { status: 'approved', ...(hair && { offer: hair.id }) },
  'status, operator, address': {
    status: 'hold',
    hasAddress: true,
    ...(third && { assignedOperator: third.id }),
  },
  'status, dates': { status: 'approved', startDate: '2026-09-30T18:30:00Z', endDate: '2026-10-31T18:29:59Z' },
  'unassigned, product, no comments': {
    assignmentStatus: 'unassigned',
    commentConnectionStatus: 'no-comments',
    ...(orthovita && { offer: orthovita.id }),
  },
  'every filter but search': {
    status: 'processing',
    assignmentStatus: 'assigned',
    hasAddress: true,
    commentConnectionStatus: 'connected',
    commentReason: 'Call Back',
    startDate: day('02-01'),
    endDate: day('10-31'),
    ...(second && { assignedOperator: second.id }),
    ...(orthovita && { offer: orthovita.id }),
  },
  'an email': { search: 'zoya.patel12' },
  'an order id': { search: 'ORD-4A7F' },
  'two words of a name': { search: 'sunita haddad' },
  'another script': { search: 'अनीता' },
  'a search that matches nothing': { search: 'zzqxj' },
  'a search of three in ten': { search: 'kumar' },
  'a search with a status and dates': { search: 'patel', status: 'hold', startDate: day('10-01') },
  'every filter and a search': {
    status: 'processing',
    hasAddress: true,
    commentConnectionStatus: 'connected',
    startDate: day('02-01'),
    search: 'serum khan',
    ...(hair && { offer: hair.id }),
    ...(second && { assignedOperator: second.id }),
  },
};

const alone = Object.entries(filters).map(([name, query]) => ({ name, as: 'admin' as const, query }));

const sorts: Combination[] = (['orderId', 'total', 'status', 'createdAt'] as const).flatMap((sortBy) =>
  (['asc', 'desc'] as const).map((sortOrder) => ({
    name: `by ${sortBy} ${sortOrder}`,
    as: 'admin' as const,
    query: { sortBy, sortOrder },
  })),
);

const more: Combination[] = [
  { name: 'a product by amount', as: 'admin', query: { ...filters['one product'], sortBy: 'total' } },
  { name: 'the rarest status by amount', as: 'admin', query: { status: 'trash', sortBy: 'total' } },
  { name: 'one operator by order id', as: 'admin', query: { ...filters['one operator'], sortBy: 'orderId' } },
  {
    name: 'a month by status',
    as: 'admin',
    query: { ...filters['thirty days in New York'], sortBy: 'status' },
  },
  { name: 'found leads by amount', as: 'admin', query: { search: 'sunita haddad', sortBy: 'total' } },
  { name: 'ten of them', as: 'admin', query: { limit: 10 } },
  { name: 'five hundred of them', as: 'admin', query: { limit: 500 } },
  {
    name: 'five hundred approved by amount',
    as: 'admin',
    query: { status: 'approved', sortBy: 'total', limit: 500 },
  },
  { name: "an operator's own", as: 'operator', query: {} },
  { name: "an operator's own on hold", as: 'operator', query: { status: 'hold' } },
  { name: "an operator's own by amount", as: 'operator', query: { sortBy: 'total', sortOrder: 'asc' } },
  { name: 'an operator searches three in ten', as: 'operator', query: { search: 'kumar' } },
];

const deep: Deep[] = [
  { name: 'the last page', as: 'admin', query: {}, deep: 1 },
  { name: 'the page in the middle', as: 'admin', query: {}, deep: 0.5 },
  { name: 'the last page by amount', as: 'admin', query: { sortBy: 'total' }, deep: 1 },
  { name: 'the middle by amount', as: 'admin', query: { sortBy: 'total' }, deep: 0.5 },
  { name: 'the middle by order id', as: 'admin', query: { sortBy: 'orderId' }, deep: 0.5 },
  { name: 'the middle by status', as: 'admin', query: { sortBy: 'status' }, deep: 0.5 },
  { name: 'the middle of those with address', as: 'admin', query: { hasAddress: true }, deep: 0.5 },
  {
    name: 'the middle of approved with address by amount',
    as: 'admin',
    query: { status: 'approved', hasAddress: true, sortBy: 'total' },
    deep: 0.5,
  },
  { name: 'the last page of half a year', as: 'admin', query: { ...filters['half a year'] }, deep: 1 },
  { name: 'the last page in fives of hundreds', as: 'admin', query: { limit: 500 }, deep: 1 },
  { name: "the middle of an operator's own", as: 'operator', query: {}, deep: 0.5 },
];

/** The combinations that are independent of the loaded leads. */
export const combinations: readonly (Combination | Deep)[] = [...alone, ...sorts, ...more, ...deep];

/**
 * Combinations that name existing leads: the box for many order ids at its limit (a tenth are unknown), and
 * phones.
 */
export const naming = (orderIds: readonly string[], digits: string): Combination[] => [
  {
    name: '500 order ids',
    as: 'admin',
    query: { orderIds: orderIds.map((id, n) => (n % 10 === 0 ? `${id}-no` : id)) },
  },
  {
    name: 'a phone in a spacing of its own',
    as: 'admin',
    query: { search: `+${digits.slice(0, 3)} ${digits.slice(3, 5)}-${digits.slice(5)}` },
  },
  { name: 'a piece of a phone', as: 'admin', query: { search: digits.slice(-6) } },
];
