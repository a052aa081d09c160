import { absentOr, oneOf } from '@crm/events/language/field-errors.ts';
import { dayPresets } from '@crm/events/language/preset-days.ts';
import { MOST_RECIPIENTS, savedTypes } from '@crm/events/saved-reports/events.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, email, flag, instant, nothing, requiredText } from '../fields.ts';
import { COHORTS_BY_CREATION, checkPeriod, countBy, reportDay, reportFilters } from '../reports/query.ts';

const whole = (min: number, max: number) => {
  const error = `Enter a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};

const period = z.discriminatedUnion(
  'kind',
  [
    /** Of the day on which the report is opened or sent, in the tenant's time zone. */
    z.strictObject({ kind: z.literal('relative'), preset: oneOf(dayPresets) }),
    z
      .strictObject({ kind: z.literal('fixed'), startDate: reportDay, endDate: reportDay })
      .superRefine(checkPeriod),
  ],
  { error: 'Choose a period' },
);

const content = z
  .strictObject(
    { type: oneOf(savedTypes), filters: z.strictObject(reportFilters), countBy: countBy.optional(), period },
    { error: absentOr('Must be an object of fields') },
  )
  .refine(({ type, countBy }) => type !== 'cohorts' || countBy !== 'decided', {
    error: COHORTS_BY_CREATION,
    path: ['countBy'],
  });

const rhythm = z.discriminatedUnion(
  'every',
  [
    z.strictObject({ every: z.literal('day') }),
    /** 1 is Monday. */
    z.strictObject({ every: z.literal('week'), day: whole(1, 7) }),
    /** In a shorter month, its last day. */
    z.strictObject({ every: z.literal('month'), day: whole(1, 31) }),
  ],
  { error: 'Choose every day, week or month' },
);

const scheduled = {
  rhythm,
  /** In the tenant's time zone. */
  hour: whole(0, 23),
  format: oneOf(['xlsx', 'csv']),
};

const schedule = z
  .strictObject(
    {
      ...scheduled,
      toOwner: flag,
      recipients: z
        .array(email, { error: 'Must be a list' })
        .max(MOST_RECIPIENTS, { error: `At most ${MOST_RECIPIENTS} recipients` })
        .refine(
          (addresses) => new Set(addresses.map((each) => each.toLowerCase())).size === addresses.length,
          { error: 'Each address once' },
        ),
    },
    { error: 'Must be an object of fields' },
  )
  .refine(({ toOwner, recipients }) => toOwner || recipients.length > 0, {
    error: 'Choose at least one recipient',
    path: ['recipients'],
  });

const name = requiredText(1, 60);

/** Where the newest mail of a schedule is. */
const Mailing = z.object({
  /** The time at which the schedule was due. */
  dueAt: instant,
  state: z.enum(['making', 'mailed', 'failed']),
  /** Of the report, or of the last mail that was not accepted; without addresses. */
  problem: z.string().nullable(),
  sent: z.int(),
  waiting: z.int(),
  failed: z.int(),
});

/** A saved report in the list of its owner. */
const SavedReport = z.object({
  _id: z.string(),
  name: z.string(),
  type: z.enum(savedTypes),
  filters: z.record(z.string(), z.string()),
  /** Only when leads count by the time of their decision. */
  countBy: z.literal('decided').optional(),
  period,
  schedule: z.object({ ...scheduled, toOwner: z.boolean(), recipients: z.array(z.string()) }).nullable(),
  /** Why the schedule was ended, if not by the owner. */
  ended: z.enum(['owner-left', 'not-allowed']).nullable(),
  lastMailing: Mailing.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type SavedReport = z.infer<typeof SavedReport>;

/** The caller's saved reports, by name. */
export const listSavedReports = endpoint({
  method: 'GET',
  path: '/saved-reports',
  data: z.object({
    reports: z.array(SavedReport),
    /** The time zone of the tenant, in which periods and hours are meant. */
    timeZone: z.string(),
  }),
});

export const saveReport = endpoint({
  method: 'POST',
  path: '/saved-reports',
  body: z.strictObject({ name, content, schedule: schedule.nullable().default(null) }),
  data: z.object({ report: SavedReport.pick({ _id: true, name: true }) }),
  statuses: [201],
});

export const updateSavedReport = endpoint({
  method: 'PUT',
  path: '/saved-reports/:id',
  params: byId,
  /** A schedule of null ends the mails. */
  body: z.strictObject({ name, content, schedule: schedule.nullable() }).partial(),
  data: nothing,
});

export const deleteSavedReport = endpoint({
  method: 'DELETE',
  path: '/saved-reports/:id',
  params: byId,
  data: nothing,
});
