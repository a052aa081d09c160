import fc from 'fast-check';
import { describe } from 'vitest';
import { keepsTheLaws } from '../test/laws.ts';
import type { LeadCommand } from './command.ts';
import { leadDecider } from './decide.ts';
import { leadEvents } from './events.ts';
import {
  comment,
  createLead,
  details,
  firstRequest,
  importLead,
  omar,
  priya,
  restore,
  restoreFields,
  secondRequest,
  setAside,
} from './story.ts';
import { leadStatuses } from './vocabulary.ts';

const operator = fc.constantFrom(priya, omar);
const status = fc.constantFrom(...leadStatuses);
const reason = fc.constantFrom(null, 'She said so');
const time = fc.constantFrom(
  '2025-03-01T09:30:00.000Z',
  '2025-03-01T09:45:00.000Z',
  '2025-03-01T10:15:00.000Z',
);
const maybeComment = fc.constantFrom(null, comment);
const requestId = fc.constantFrom(firstRequest, secondRequest);
const reach = fc.oneof(
  fc.constant({ kind: 'all' as const }),
  fc.record({
    kind: fc.constant('own' as const),
    operator: operator.map(({ id }) => id),
    seesAllLeads: fc.boolean(),
  }),
);
const changes = fc.record(
  {
    customer: fc.record(
      {
        fullName: fc.constantFrom(details.customer.fullName, 'Bob'),
        phone: fc.constantFrom(details.customer.phone, '02079460000'),
        email: fc.constantFrom(null, 'bob@example.test', undefined),
      },
      { requiredKeys: [] },
    ),
    product: fc.record({ quantity: fc.integer({ min: 1, max: 3 }) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

const command: fc.Arbitrary<LeadCommand> = fc.oneof(
  fc.constant(createLead()),
  fc.constant(setAside()),
  fc.constant<LeadCommand>({ type: 'AdmitLead' }),
  fc
    .record({ operator: fc.option(operator), status, reason, comment: maybeComment })
    .map((fields) => importLead(fields)),
  fc.record({
    type: fc.constant('EditLead' as const),
    reach,
    mayChangePhone: fc.boolean(),
    offerIsActive: fc.boolean(),
    changes,
    comment: maybeComment,
  }),
  fc
    .record({ mayChangePhone: fc.boolean(), reach })
    .map((fields) => restoreFields({ ...fields, fields: ['city', 'phone', 'quantity'] })),
  fc.record({
    type: fc.constant('ChangeLeadStatus' as const),
    to: status,
    from: fc.option(status, { nil: undefined }),
    reason,
    comment: maybeComment,
    isBulk: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('RequestLeadStatusChange' as const),
    requestId,
    to: status,
    from: fc.option(status, { nil: undefined }),
    reason,
    comment: fc.constant(comment),
    by: operator,
    seesAllLeads: fc.boolean(),
    requestedAt: fc.constant('2025-03-01T09:30:00.000Z'),
    automatic: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('ApproveLeadStatusChange' as const),
    requestId: fc.option(requestId),
    notes: reason,
  }),
  fc.record({
    type: fc.constant('RejectLeadStatusChange' as const),
    requestId: fc.option(requestId),
    notes: fc.constant('No'),
  }),
  fc.record({ type: fc.constant('AssignLead' as const), operator, reason }),
  fc.record({ type: fc.constant('UnassignLead' as const), reason }),
  fc.record({
    type: fc.constant('CommentOnLead' as const),
    reach,
    comment: fc.constant(comment),
    callbackAt: fc.constantFrom(null, '2025-03-02T09:30:00.000Z'),
  }),
  fc.record({
    type: fc.constant('TakeLead' as const),
    operator,
    now: time,
    mayTakeUnassigned: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('ReleaseLead' as const),
    reach,
    operator: operator.map(({ id }) => id),
    reason: fc.constantFrom('skipped' as const, 'expired' as const),
    now: time,
  }),
  { weight: 1, arbitrary: fc.record({ type: fc.constant('DeleteLead' as const), reason }) },
  { weight: 1, arbitrary: fc.constant({ type: 'EraseLead' as const, reason: 'Asked for it' }) },
  fc
    .record({ status, statusReason: reason, operator: fc.option(operator), pending: fc.constant(null) })
    .map((to) => restore(to)),
);

describe('leads', () => keepsTheLaws(leadDecider, leadEvents, createLead(), command));
