import type { LeadFilters } from '@crm/contracts/leads/read.ts';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import type { OfferId, TenantId } from '@crm/events/ids.ts';
import { composeComment } from '@crm/events/leads/connection.ts';
import { blankDetails, type LeadChanges, type LeadDetails } from '@crm/events/leads/details.ts';
import { editsOf } from '@crm/events/leads/edits.ts';
import type { LeadEvent, OperatorRef } from '@crm/events/leads/events.ts';
import { type LeadStatus, leadStatuses, paymentModes } from '@crm/events/leads/vocabulary.ts';
import type { Random } from '@crm/platform/random/random.ts';

/** Random leads for tests, both as events and as plain objects that a loop can filter. */
export type SampleLead = {
  id: string;
  tenant: TenantId;
  orderId: string;
  details: LeadDetails;
  status: LeadStatus;
  operator: OperatorRef | null;
  /** Oldest first. */
  comments: string[];
  events: LeadEvent[];
  /** Time and position of the first event in the store. */
  at: Date;
  position: string;
};

const names = [
  'Asha Rao',
  'रवि कुमार',
  'عمر حداد',
  "Tom O'Neil",
  '100% Real_Name',
  'Zoë Ümlaut',
  'asha b. raoul',
];
const phones = ['+91 98765 43210', '098765-43210', '(020) 7946 0958', '+971 50 123 4567', '7700900123'];
const emails = ['ann@x.test', 'Ann@X.test', 'o.haddad@demo.test', null];
const cities = ['Kochi', 'Leeds', null, ' '];
const products = ['Knee oil', 'Hair serum', 'Slim tea'];
const webmasters = ['wm-7', 'Aff_Two', null];
const comments = [
  composeComment('connected', 'Call Back'),
  composeComment('connected', 'Order Placed'),
  composeComment('connected', ''),
  composeComment('not-connected', 'Ringing'),
  composeComment('not-connected', 'wants a call after Diwali'),
  'Called his brother, no luck',
];

type World = { tenant: TenantId; operators: readonly OperatorRef[]; offers: readonly OfferId[] };

/** The n-th random lead of a tenant: created, and perhaps edited, assigned, commented on, or with another status. */
export function randomLead(n: number, { below, chance, pick }: Random, world: World): SampleLead {
  const orderId = `${pick(['ORD', 'ord', 'X'])}-${below(3)}${n}`;
  const price = below(50) * 100;
  const quantity = 1 + below(3);
  const details: LeadDetails = {
    ...blankDetails,
    customer: {
      ...blankDetails.customer,
      fullName: pick(names),
      phone: pick(phones),
      alternatePhone: chance(0.2) ? pick(phones) : null,
      email: pick(emails),
    },
    address: { ...blankDetails.address, city: pick(cities) },
    product: {
      ...blankDetails.product,
      offerId: chance(0.7) ? pick(world.offers) : null,
      name: pick(products),
      price,
      quantity,
      total: price * quantity,
      paymentMode: pick(paymentModes),
    },
    source: { ...blankDetails.source, webmaster: pick(webmasters) },
  };
  const id = leadIdOf(world.tenant, orderId);
  const events: LeadEvent[] = [{ type: 'LeadCreated', data: { orderId, orderedAt: null, details } }];
  const lead: SampleLead = {
    id,
    tenant: world.tenant,
    orderId,
    details,
    status: 'processing',
    operator: null,
    comments: [],
    events,
    at: new Date(0),
    position: '',
  };
  if (chance(0.2)) edit(lead, { customer: { fullName: pick(names), phone: pick(phones) } });
  if (chance(0.1)) edit(lead, { address: { city: pick(cities) }, product: { name: pick(products) } });
  if (chance(0.6)) assign(lead, pick(world.operators));
  if (chance(0.2)) assign(lead, pick(world.operators));
  if (chance(0.1)) assign(lead, null);
  while (chance(0.5)) comment(lead, pick(comments), n);
  if (chance(0.6)) changeStatus(lead, pick(leadStatuses));
  return lead;
}

/** Adds an edit to the lead's events and its details. */
export function edit(lead: SampleLead, changes: LeadChanges): LeadEvent {
  const { customer, address, product } = changes;
  const event: LeadEvent = { type: 'LeadEdited', data: { changes: editsOf(lead.details, changes) } };
  lead.events.push(event);
  lead.details = {
    ...lead.details,
    customer: { ...lead.details.customer, ...customer },
    address: { ...lead.details.address, ...address },
    product: { ...lead.details.product, ...product },
  } as LeadDetails; // no change here is undefined
  return event;
}

function assign(lead: SampleLead, operator: OperatorRef | null) {
  const from = lead.operator;
  if (operator) lead.events.push({ type: 'LeadAssigned', data: { operator, from, reason: null } });
  else if (from) lead.events.push({ type: 'LeadUnassigned', data: { from, reason: null } });
  lead.operator = operator;
}

function comment(lead: SampleLead, content: string, n: number) {
  const commentId = leadIdOf(lead.tenant, `${lead.id} ${n} ${lead.comments.length}`);
  const rest = { type: 'internal' as const, isInternal: true, isImportant: false, author: 'Test' };
  lead.events.push({ type: 'LeadCommented', data: { commentId, content, ...rest, statusChange: null } });
  lead.comments.push(content);
}

function changeStatus(lead: SampleLead, to: LeadStatus) {
  if (to === lead.status) return;
  lead.events.push({ type: 'LeadStatusChanged', data: { from: lead.status, to, reason: 'why not' } });
  lead.status = to;
}

/** The list's filters as a plain check of one lead. */
export function matches(lead: SampleLead, filters: LeadFilters): boolean {
  const { customer, address, product, source } = lead.details;
  const { status, assignmentStatus, assignedOperator, offer, hasAddress, orderIds = [] } = filters;
  if (status && lead.status !== status) return false;
  if (assignmentStatus === 'assigned' && !lead.operator) return false;
  if (assignmentStatus === 'unassigned' && lead.operator) return false;
  if (assignedOperator && lead.operator?.id !== assignedOperator) return false;
  if (offer && product.offerId !== offer) return false;
  const address_ = Object.values(address).some((part) => part?.trim());
  if (hasAddress !== undefined && address_ !== hasAddress) return false;
  if (filters.webmaster && source.webmaster !== filters.webmaster) return false;
  if (filters.paymentMode && product.paymentMode !== filters.paymentMode) return false;
  if (orderIds.length > 0 && !orderIds.includes(lead.orderId)) return false;
  if (filters.startDate && lead.at < new Date(filters.startDate)) return false;
  if (filters.endDate && lead.at > new Date(filters.endDate.padEnd(11, 'T').padEnd(24, '23:59:59.999Z'))) {
    return false;
  }

  const call = lead.comments.findLast((comment) => /^(Not )?Connected( - |$)/.test(comment));
  const connection = filters.commentConnectionStatus;
  if (connection === 'no-comments' && lead.comments.length > 0) return false;
  if (connection === 'connected' && !call?.startsWith('Connected')) return false;
  if (connection === 'not-connected' && !call?.startsWith('Not Connected')) return false;
  const reason = filters.commentReason?.toLowerCase();
  if (reason && !call?.toLowerCase().endsWith(`connected - ${reason}`)) return false;

  const phoneDigits = [customer.phone, customer.alternatePhone ?? ''].map((phone) =>
    // Stored without the zeros of a trunk prefix (phone.ts).
    phone.replace(/\D/g, '').replace(/^0+/, ''),
  );
  const fields = [
    lead.orderId,
    customer.fullName,
    customer.email ?? '',
    address.address ?? '',
    address.city ?? '',
    address.postIndex ?? '',
    product.name,
    source.webmaster ?? '',
  ].map((field) => plain(field));
  const typed = (filters.search ?? '').trim();
  const holds = (term: string) => [...fields, ...phoneDigits].some((field) => field.includes(term));
  if (/^\d{7,}$/.test(plain(typed).replaceAll(' ', '')))
    return holds(plain(typed).replaceAll(' ', '').replace(/^0+/, ''));
  if (typed !== '' && plain(typed) === '') return false;
  return typed.split(/\s+/).every((word) => holds(plain(word)) || holds(plain(word, ' ')));
}

/** Lower case without accents and punctuation. */
const plain = (text: string, sign = '') =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s]+/gu, sign)
    .replace(/\s+/g, ' ')
    .trim();
