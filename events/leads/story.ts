import { UserId } from '../ids.ts';
import { storiesOf } from '../test/story.ts';
import type { LeadCommand } from './command.ts';
import { leadDecider } from './decide.ts';
import type { LeadChanges, LeadDetails } from './details.ts';
import { editsOf } from './edits.ts';
import type { LeadEvent, OperatorRef } from './events.ts';
import type { LatestRequest } from './latest-request.ts';
import type { OpenLead, RestorableState } from './state.ts';
import type { LeadStatus } from './vocabulary.ts';

/** Test fixtures for leads. */
export const given = storiesOf(leadDecider);

type Fact<Type extends LeadEvent['type']> = Extract<LeadEvent, { type: Type }>;
type DataOverrides<Type extends LeadEvent['type']> = Partial<Fact<Type>['data']>;
type CommandOverrides<Type extends LeadCommand['type']> = Partial<Extract<LeadCommand, { type: Type }>>;

export const priya: OperatorRef = {
  id: UserId.parse('a0000000-0000-4000-8000-000000000001'),
  name: 'Priya Nair',
};
export const omar: OperatorRef = {
  id: UserId.parse('a0000000-0000-4000-8000-000000000002'),
  name: 'عمر حداد',
};

export const tara: OperatorRef = {
  id: UserId.parse('a0000000-0000-4000-8000-000000000003'),
  name: 'Tara Bose',
};

export const firstRequest = 'b0000000-0000-4000-8000-000000000001';
export const secondRequest = 'b0000000-0000-4000-8000-000000000002';
const requestedAt = '2025-03-01T09:30:00.000Z';

export const details: LeadDetails = {
  customer: {
    fullName: 'रवि कुमार',
    phone: '+91 98765 43210',
    alternatePhone: null,
    email: 'ravi@example.test',
    age: 41,
  },
  address: {
    address: '14 MG Road',
    address2: null,
    landmark: 'Opposite the temple',
    area: null,
    postOffice: null,
    district: null,
    nearBy: null,
    city: 'Kochi',
    state: 'Kerala',
    postIndex: '682016',
    country: 'IN',
  },
  product: {
    offerId: null,
    name: 'Knee oil',
    toBeShipped: null,
    quantity: 2,
    price: 4999,
    total: 9998,
    advance: null,
    currency: 'INR',
    paymentMode: 'cod',
  },
  source: {
    orderSource: 'api',
    webmaster: 'web-7',
    sub1: null,
    sub2: null,
    sub3: null,
    sub4: null,
    sub5: null,
    referer: null,
    extra: { utm: 'spring' },
  },
  handling: { remarks: null, isUrgent: false, requiresCallback: false },
};

/** The state right after LeadCreated. */
export const asCreated: OpenLead = {
  phase: 'open',
  orderId: 'A-1',
  details,
  status: 'processing',
  statusReason: null,
  operator: null,
  pending: null,
  comments: { count: 0, lastCall: null },
  lease: null,
  callbackAt: null,
};

export const comment = {
  commentId: 'c0000000-0000-4000-8000-000000000001',
  content: 'Connected - Call Back',
  type: 'internal',
  isInternal: true,
  isImportant: false,
  author: priya.name,
} as const;

// Events.
export const leadCreated = (): Fact<'LeadCreated'> => ({
  type: 'LeadCreated',
  data: { orderId: 'A-1', orderedAt: null, details },
});
export const leadSetAside = (): Fact<'LeadSetAside'> => ({
  type: 'LeadSetAside',
  data: { orderId: 'A-1', details, maxLeads: 5000, periodEnd: '2025-04-01T00:00:00.000Z' },
});
/** An edit of the lead as it was created. */
export const leadEdited = (changes: LeadChanges): Fact<'LeadEdited'> => ({
  type: 'LeadEdited',
  data: { changes: editsOf(details, changes) },
});
export const leadAssigned = (
  operator: OperatorRef,
  overrides: DataOverrides<'LeadAssigned'> = {},
): Fact<'LeadAssigned'> => ({
  type: 'LeadAssigned',
  data: { operator, from: null, reason: null, ...overrides },
});
export const leadUnassigned = (from: OperatorRef): Fact<'LeadUnassigned'> => ({
  type: 'LeadUnassigned',
  data: { from, reason: null },
});
export const statusChanged = (
  to: LeadStatus,
  overrides: DataOverrides<'LeadStatusChanged'> = {},
): Fact<'LeadStatusChanged'> => ({
  type: 'LeadStatusChanged',
  data: { from: 'processing', to, reason: null, ...overrides },
});
export const statusChangeRequested = (
  to: LeadStatus,
  overrides: DataOverrides<'LeadStatusChangeRequested'> = {},
): Fact<'LeadStatusChangeRequested'> => ({
  type: 'LeadStatusChangeRequested',
  data: {
    requestId: firstRequest,
    from: 'processing',
    to,
    reason: 'She said yes',
    by: priya,
    requestedAt,
    replaces: null,
    ...overrides,
  },
});
export const statusChangeApproved = (
  to: LeadStatus,
  overrides: DataOverrides<'LeadStatusChangeApproved'> = {},
): Fact<'LeadStatusChangeApproved'> => ({
  type: 'LeadStatusChangeApproved',
  data: { requestId: firstRequest, from: 'processing', to, notes: null, automatic: false, ...overrides },
});
export const statusChangeRejected = (to: LeadStatus, notes: string): Fact<'LeadStatusChangeRejected'> => ({
  type: 'LeadStatusChangeRejected',
  data: { requestId: firstRequest, to, notes },
});
export const leadCommented = (
  statusChange: Fact<'LeadCommented'>['data']['statusChange'] = null,
): Fact<'LeadCommented'> => ({ type: 'LeadCommented', data: { ...comment, statusChange } });
export const leadErased = (reason = 'She asked for it'): Fact<'LeadErased'> => ({
  type: 'LeadErased',
  data: { reason },
});
export const leadDeleted = (reason: string | null = null): Fact<'LeadDeleted'> => ({
  type: 'LeadDeleted',
  data: { reason },
});

const aBatch = 'e0000000-0000-4000-8000-000000000001';
const createdAt = '2025-02-28T08:00:00.000Z';
export const leadRestored = (overrides: DataOverrides<'LeadRestored'>): Fact<'LeadRestored'> => ({
  type: 'LeadRestored',
  data: {
    undoes: aBatch,
    from: 'processing',
    to: 'processing',
    reason: null,
    operator: null,
    pending: null,
    deleted: null,
    ...overrides,
  },
});

// Commands.
export const createLead = (): LeadCommand => ({ type: 'CreateLead', orderId: 'A-1', details });
export const restoreFields = (
  overrides: Partial<Extract<LeadCommand, { type: 'RestoreLeadFields' }>>,
): LeadCommand => ({
  type: 'RestoreLeadFields',
  reach: { kind: 'all' },
  mayChangePhone: true,
  fields: ['city'],
  past: { moment: { revision: 0, at: requestedAt }, details },
  ...overrides,
});
export const setAside = (): LeadCommand => ({ type: 'SetLeadAside', ...leadSetAside().data });
export const importLead = (overrides: CommandOverrides<'ImportLead'> = {}): LeadCommand => ({
  type: 'ImportLead',
  orderId: 'A-1',
  orderedAt: null,
  details,
  operator: null,
  status: 'processing',
  reason: null,
  comment: null,
  ...overrides,
});
export const edit = (overrides: CommandOverrides<'EditLead'>): LeadCommand => ({
  type: 'EditLead',
  reach: { kind: 'all' },
  mayChangePhone: true,
  offerIsActive: true,
  changes: {},
  comment: null,
  ...overrides,
});
export const changeStatus = (
  to: LeadStatus,
  overrides: CommandOverrides<'ChangeLeadStatus'> = {},
): LeadCommand => ({
  type: 'ChangeLeadStatus',
  to,
  reason: null,
  comment: null,
  isBulk: false,
  ...overrides,
});
export const requestStatus = (
  to: LeadStatus,
  overrides: CommandOverrides<'RequestLeadStatusChange'> = {},
): LeadCommand => ({
  type: 'RequestLeadStatusChange',
  requestId: firstRequest,
  to,
  reason: 'She said yes',
  comment,
  by: priya,
  seesAllLeads: false,
  requestedAt,
  automatic: false,
  ...overrides,
});
export const approve = (overrides: CommandOverrides<'ApproveLeadStatusChange'> = {}): LeadCommand => ({
  type: 'ApproveLeadStatusChange',
  requestId: null,
  notes: null,
  ...overrides,
});
export const reject = (notes: string, requestId: string | null = null): LeadCommand => ({
  type: 'RejectLeadStatusChange',
  requestId,
  notes,
});
export const assign = (
  operator: OperatorRef,
  reason: string | null = null,
): Extract<LeadCommand, { type: 'AssignLead' }> => ({ type: 'AssignLead', operator, reason });
export const unassign = (): Extract<LeadCommand, { type: 'UnassignLead' }> => ({
  type: 'UnassignLead',
  reason: null,
});
export const commentOn = (overrides: CommandOverrides<'CommentOnLead'> = {}): LeadCommand => ({
  type: 'CommentOnLead',
  reach: { kind: 'all' },
  comment,
  ...overrides,
});
export const eraseLead = (reason = 'She asked for it'): LeadCommand => ({ type: 'EraseLead', reason });
export const deleteLead = (reason: string | null = null): LeadCommand => ({ type: 'DeleteLead', reason });
const latestRequest: LatestRequest = { requestComment: null, rejection: null };
export const restore = (to: Partial<RestorableState>): Extract<LeadCommand, { type: 'RestoreLead' }> => {
  const { status, statusReason, operator, pending } = { ...asCreated, ...to };
  return {
    type: 'RestoreLead',
    undoes: aBatch,
    to: { status, statusReason, operator, pending },
    decidedAt: null,
    createdAt,
    statuses: [],
    latestRequest,
  };
};
/** The restored data of a lead that was deleted right after its creation. */
export const wholeAgain: NonNullable<Fact<'LeadRestored'>['data']['deleted']> = {
  orderId: 'A-1',
  details,
  createdAt,
  comments: { count: 0, lastCall: null },
  statuses: [],
  ...latestRequest,
};
export const takenUntil = '2025-03-01T09:50:00.000Z';
export const leadTaken = (
  operator: OperatorRef,
  overrides: DataOverrides<'LeadTaken'> = {},
): Fact<'LeadTaken'> => ({
  type: 'LeadTaken',
  data: { operator, until: takenUntil, fromPool: false, ...overrides },
});
export const leadReleased = (
  operator: OperatorRef,
  reason: Fact<'LeadReleased'>['data']['reason'],
): Fact<'LeadReleased'> => ({ type: 'LeadReleased', data: { operator, reason } });
export const callbackSet = (at: string | null): Fact<'LeadCallbackSet'> => ({
  type: 'LeadCallbackSet',
  data: { at, operator: priya },
});
export const take = (operator: OperatorRef, overrides: CommandOverrides<'TakeLead'> = {}): LeadCommand => ({
  type: 'TakeLead',
  operator,
  now: requestedAt,
  mayTakeUnassigned: false,
  ...overrides,
});
export const release = (
  operator: OperatorRef,
  overrides: CommandOverrides<'ReleaseLead'> = {},
): LeadCommand => ({
  type: 'ReleaseLead',
  reach: { kind: 'own', operator: operator.id, seesAllLeads: false },
  operator: operator.id,
  reason: 'skipped',
  now: requestedAt,
  ...overrides,
});
