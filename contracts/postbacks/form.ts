import { OfferId } from '@crm/events/ids.ts';
import { absentOr } from '@crm/events/language/field-errors.ts';
import { LeadStatus, PaymentMode } from '@crm/events/leads/vocabulary-schemas.ts';
import { wrongWithUrl } from '@crm/events/postbacks/address.ts';
import { isJsonTemplate } from '@crm/events/postbacks/escape.ts';
import { isOwnHeader } from '@crm/events/postbacks/own-headers.ts';
import { isPlaceholder, unknownIn } from '@crm/events/postbacks/placeholders.ts';
import { looksSecret } from '@crm/events/postbacks/secrets.ts';
import { postbackBounds, postbackDefaults } from '@crm/events/postbacks/vocabulary.ts';
import {
  AuthenticationType,
  BodyFormat,
  PostbackMethod,
  TriggerEvent,
} from '@crm/events/postbacks/vocabulary-schemas.ts';
import { z } from 'zod';
import { flag, optionalText, requiredText } from '../fields.ts';
import { LONGEST_FILTER } from '../limits.ts';
import { texts } from '../texts.ts';

/** Converts a function that returns an error text, or null, into a zod check. */
const unless = (wrong: (text: string) => string | null) => (context: z.core.ParsePayload<string>) => {
  const message = wrong(context.value);
  if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
};

/** Drops incomplete rows of the form before validation. */
const rows = <S extends z.ZodType>(row: S, isComplete: (row: Row) => boolean, most: number) =>
  z.preprocess(
    (value) =>
      Array.isArray(value) ? value.filter((each: unknown) => !isRow(each) || isComplete({ ...each })) : value,
    z.array(row).max(most, { error: `At most ${most}` }),
  );
type Row = { key?: unknown; value?: unknown };
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && ('key' in value || 'value' in value);
const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const headerName = requiredText(1, 100)
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, { error: 'Must be a header name: letters, digits and hyphens' })
  .refine((name) => !isOwnHeader(name), { error: 'This header is set by the product' });

/** A secret header accepts a blank value, which keeps the stored one. */
const headers = rows(
  z.strictObject({
    key: headerName,
    value: z
      .string({ error: 'Must be text' })
      .trim()
      .max(4000, { error: texts.atMost(4000) })
      .regex(/^[ -~]*$/, { error: 'A header can hold plain letters, digits and signs only' })
      .check(unless(unknownIn))
      .default(''),
    /** Ignored when sent; the header's name decides. */
    isSecret: z.boolean().optional(),
  }),
  ({ key, value }) => !isBlank(key) && (!isBlank(value) || (typeof key === 'string' && looksSecret(key))),
  30,
).refine((all) => new Set(all.map(({ key }) => key.toLowerCase())).size === all.length, {
  error: 'Each header can be given once',
});

const parameters = rows(
  z
    .strictObject({
      key: requiredText(1, 200),
      value: requiredText(1, 2000),
      isPlaceholder: flag.default(false),
    })
    .check((context) => {
      const { value, isPlaceholder: filled } = context.value;
      const say = (message: string) =>
        context.issues.push({ code: 'custom', message, path: ['value'], input: value });
      if (filled && !isPlaceholder(value)) say(`Unknown placeholder: ${value}`);
      // A placeholder in braces would be sent literally, and only the partner would notice.
      if (!filled && value.includes('{{')) say('Mark it as a placeholder, and write the name without braces');
    }),
  ({ key, value }) => !isBlank(key) && !isBlank(value),
  50,
);

const bodyTemplate = z
  .strictObject({
    format: BodyFormat,
    template: z
      .string({ error: texts.required })
      .min(1, { error: texts.required })
      .max(20_000, { error: texts.atMost(20_000) })
      .check(unless(unknownIn)),
  })
  .refine(({ format, template }) => format !== 'json' || isJsonTemplate(template), {
    error: 'Is not JSON. Around text put quotes and the placeholder between them, or no quotes at all.',
    path: ['template'],
  })
  .nullable();

const listOf = <S extends z.ZodType>(item: S) => z.array(item).max(500, { error: 'At most 500' });
const filters = z.strictObject({
  offers: listOf(OfferId).default([]),
  webmasters: listOf(requiredText(1, LONGEST_FILTER)).default([]),
  paymentModes: listOf(PaymentMode).default([]),
  countries: listOf(z.string().trim().length(2, { error: 'Must be a 2-letter code' }).toUpperCase()).default(
    [],
  ),
});

const statusMap = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([, called]) => !isBlank(called)))
      : value,
  z.partialRecord(
    LeadStatus,
    z
      .string()
      .trim()
      .max(100, { error: texts.atMost(100) }),
  ),
);

const wholeBetween = ([least, most]: readonly [number, number], step = 1) => {
  const between = `Must be from ${least} to ${most}`;
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value),
    z
      .number({ error: absentOr(between) })
      .int({ error: 'Must be a whole number' })
      .min(least, { error: between, abort: true })
      .max(most, { error: between, abort: true })
      .multipleOf(step, { error: `Must be a multiple of ${step}` }),
  );
};

/** A blank secret counts as missing: the stored one is kept. */
const secret = z
  .string({ error: 'Must be text' })
  .max(4000, { error: texts.atMost(4000) })
  .regex(/^[ -~]*$/, { error: 'Can hold plain letters, digits and signs only' })
  .nullish()
  .transform((text) => (text === '' ? null : (text ?? null)));

/** One shape for all types, as in the form; fields that the type does not use are ignored. */
const authentication = z
  .strictObject({
    type: AuthenticationType,
    username: optionalText(200),
    // A password allows any script; it is sent in base64.
    password: z
      .string()
      .max(4000, { error: texts.atMost(4000) })
      .nullish()
      .transform((text) => (text === '' ? null : (text ?? null))),
    token: secret,
    apiKey: secret,
    apiKeyHeader: z.preprocess(
      (value) => (isBlank(value) ? undefined : value),
      headerName.default(postbackDefaults.apiKeyHeader),
    ),
    isSet: z.boolean().optional(),
  })
  .partial({ username: true, password: true, token: true, apiKey: true })
  .check((context) => {
    const { type, username } = context.value;
    if (type === 'basic' && !username)
      context.issues.push({ code: 'custom', message: texts.required, path: ['username'], input: username });
    if (type === 'basic' && username?.includes(':'))
      context.issues.push({
        code: 'custom',
        message: 'Cannot contain a colon',
        path: ['username'],
        input: username,
      });
  });
export type AuthenticationForm = z.output<typeof authentication>;

/** The postback form's fields and texts, without defaults: in an edit, a missing field stays unchanged. */
export const postbackFields = z.strictObject({
  name: requiredText(1, 200),
  description: optionalText(1000),
  url: requiredText(1, 2000).check(unless(wrongWithUrl)),
  method: PostbackMethod,
  isActive: flag,
  headers,
  parameters,
  bodyTemplate,
  triggerEvents: z
    .array(TriggerEvent, { error: 'Choose at least one trigger event' })
    .min(1, { error: 'Choose at least one trigger event' })
    .transform((events) => [...new Set(events)]),
  statusConditions: listOf(LeadStatus),
  filters,
  statusMap,
  timeout: wholeBetween(postbackBounds.timeout, 1000),
  maxRetries: wholeBetween(postbackBounds.maxRetries),
  retryDelay: wholeBetween(postbackBounds.retryDelay),
  authentication,
});

/** With a default for each optional field. */
export const PostbackForm = postbackFields.extend({
  description: optionalText(1000),
  method: PostbackMethod.default(postbackDefaults.method),
  isActive: flag.default(true),
  headers: headers.default([]),
  parameters: parameters.default([]),
  bodyTemplate: bodyTemplate.default(null),
  statusConditions: listOf(LeadStatus).default([]),
  filters: filters.default({ offers: [], webmasters: [], paymentModes: [], countries: [] }),
  statusMap: statusMap.default({}),
  timeout: wholeBetween(postbackBounds.timeout, 1000).default(postbackDefaults.timeout),
  maxRetries: wholeBetween(postbackBounds.maxRetries).default(postbackDefaults.maxRetries),
  retryDelay: wholeBetween(postbackBounds.retryDelay).default(postbackDefaults.retryDelay),
  authentication: authentication.default({ type: 'none', apiKeyHeader: postbackDefaults.apiKeyHeader }),
});
