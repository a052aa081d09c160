import { eventTypes } from '@crm/events/versions.ts';
import { z } from 'zod';
import { BatchAnswer } from '../batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { dayOrInstant, id, instant, wholeUpTo } from '../fields.ts';
import { LONGEST_FIELD_NAME, LONGEST_FILTER } from '../limits.ts';
import { texts } from '../texts.ts';

/** Names an entry, and a place between two pages: the event's position in the event store. */
const entryId = z.string().regex(/^(?:\d{16}|\d{19}\/\d{19})$/, { error: 'Must be the id of an entry' });

/** The filters of the audit history; an entry matches all of them. */
export const AuditFilters = z.strictObject({
  /** The user who acted. */
  actor: id.optional(),
  action: z.enum(Object.keys(eventTypes), { error: 'Must be an event type, such as LeadEdited' }).optional(),
  /** The history of one record: `lead-` and its id. */
  subject: z
    .string()
    .regex(/^[a-z]{1,20}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, {
      error: 'Must be the kind and the id of a record, for example lead-ID',
    })
    .optional(),
  /** The name of a changed field, as the entries show it: `Phone`. */
  field: z
    .string()
    .trim()
    .max(LONGEST_FIELD_NAME, { error: texts.atMost(LONGEST_FIELD_NAME) })
    .optional(),
  ip: z.union([z.ipv4(), z.ipv6()], { error: 'Must be an IP address' }).optional(),
  startDate: dayOrInstant.optional(),
  endDate: dayOrInstant.optional(),
  /** Words of changes, reasons, comments and actors; or the order id, name or phone of a lead. */
  search: z
    .string()
    .trim()
    .max(LONGEST_FILTER, { error: texts.atMost(LONGEST_FILTER) })
    .optional(),
});
export type AuditFilters = z.infer<typeof AuditFilters>;

const AuditQuery = z
  .strictObject({
    ...AuditFilters.shape,
    limit: wholeUpTo(200).default(50),
    /** Only entries older than this one. */
    before: entryId.optional(),
    /** Only entries newer than this one. */
    after: entryId.optional(),
  })
  .refine(({ before, after }) => before === undefined || after === undefined, {
    error: 'Takes no `before` beside it',
    path: ['after'],
  });

const maybe = z.string().nullable();

/** One event in plain words. */
export const AuditEntry = z.object({
  /** The position of the event. */
  _id: z.string(),
  eventId: z.string(),
  createdAt: instant,
  /** The organisation, for super admins; null for the platform, and in the history of one organisation. */
  organization: z.object({ _id: z.string(), name: maybe }).nullable(),
  /** `_id` is null for partners and for the system. */
  actor: z.object({ _id: maybe, name: z.string(), role: z.string() }),
  /** The event type. */
  type: z.string(),
  action: z.string(),
  reason: maybe,
  /** The record that changed. `name` is null when it has none; that of a deleted record is its last one. */
  subject: z.object({ kind: z.string(), _id: z.string(), name: maybe, isDeleted: z.boolean() }),
  /** Empty text is an empty field; `from` is null where history has no value before. */
  changes: z.array(z.object({ field: z.string(), label: z.string(), from: maybe, to: z.string() })),
  ipAddress: maybe,
  userAgent: maybe,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const Page = z.object({
  /**
   * Newest first. A search without a word of three letters or digits reads 20,000 entries for a page, so the page may have
   * fewer than `limit` entries while there are older ones.
   */
  entries: z.array(AuditEntry),
  /** The `before` of the next older page; null on the last one. Of an empty newer page, it leads back to where that began. */
  older: maybe,
  /** The `after` of the next newer page; null on the first one. */
  newer: maybe,
});

/** The audit history of the caller's organisation. */
export const listAuditLogs = endpoint({
  method: 'GET',
  path: '/admin/audit-logs',
  query: AuditQuery,
  data: Page,
  ignoresBlankFilters: true,
});

/** The audit history of the platform and of all organisations. */
export const listAllAuditLogs = endpoint({
  ...listAuditLogs,
  path: '/super-admin/audit-logs',
});

const Choices = z.object({
  /** By name, at most 1,000. */
  actors: z.array(z.object({ _id: z.string(), name: z.string(), role: z.string() })),
  /** Whether there are more actors. */
  cut: z.boolean(),
  /** All event types. */
  actions: z.array(z.string()),
});

/** The users and the actions to filter by. */
export const listAuditChoices = endpoint({ method: 'GET', path: '/admin/audit-choices', data: Choices });
export const listAllAuditChoices = endpoint({ ...listAuditChoices, path: '/super-admin/audit-choices' });

const Why = z.object({
  /** From the click or call that began it to all that it caused, in this order; `depth` 0 is the beginning. */
  steps: z.array(z.object({ depth: z.int(), entry: AuditEntry })),
  /** Whether there is more than these steps. */
  cut: z.boolean(),
});
const byEntry = z.strictObject({ entry: entryId });

/** The causes and the effects of an entry. */
export const explainAuditLog = endpoint({
  method: 'GET',
  path: '/admin/audit-logs/:entry/why',
  params: byEntry,
  data: Why,
});
export const explainAnyAuditLog = endpoint({
  ...explainAuditLog,
  path: '/super-admin/audit-logs/:entry/why',
});

/** A signed statement: so many events of an organisation's history had this hash at this time. */
const Checkpoints = z.object({
  checkpoints: z.array(
    z.object({
      tenant: z.string(),
      events: z.int(),
      hash: z.string(),
      signedAt: instant,
      /** Ed25519, in SPKI DER and base64. */
      publicKey: z.string(),
      /** Of the JSON array [tenant, events, hash, signedAt]. */
      signature: z.string(),
    }),
  ),
  /** Whether older ones were left out. */
  cut: z.boolean(),
});

/** The daily checkpoints for `npm run audit -- verify --checkpoints FILE`, newest first; of all but the newest, at most 4,000. */
export const listAuditCheckpoints = endpoint({
  method: 'GET',
  path: '/admin/audit-checkpoints',
  data: Checkpoints,
});
/** Begins with the newest checkpoint of each organisation. */
export const listAllAuditCheckpoints = endpoint({
  ...listAuditCheckpoints,
  path: '/super-admin/audit-checkpoints',
});

const AuditExport = z.strictObject({
  ...AuditFilters.shape,
  /** How many seconds the caller waits for the file; default 20. */
  wait: z
    .string({ error: 'Must be from 0 to 20' })
    .regex(/^(?:1?\d|20)$/, { error: 'Must be from 0 to 20' })
    .optional(),
});

/** Sends the matching entries as .csv; if that takes longer than `wait`, answers the batch (GET /batches/{id}/file). */
export const exportAuditLogs = endpoint({
  method: 'GET',
  path: '/admin/audit-logs/export',
  query: AuditExport,
  sends: 'file',
  startsWork: true,
  data: BatchAnswer,
  statuses: [200, 202],
});
export const exportAllAuditLogs = endpoint({
  ...exportAuditLogs,
  path: '/super-admin/audit-logs/export',
});
