import { oneOf } from '@crm/events/language/field-errors.ts';
import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { PaymentMode } from '@crm/events/leads/vocabulary-schemas.ts';
import { TriggerEvent } from '@crm/events/postbacks/vocabulary-schemas.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, byId, flag, optionalText } from '../fields.ts';

/** The statuses of leads and additional ones for tests. */
export const testStatuses = ['pending', ...leadStatuses, 'delivered', 'rejected', 'returned'] as const;

/** The lead of a test; missing fields get the form's defaults. */
const TestData = z.strictObject({
  orderId: optionalText(100),
  status: oneOf(testStatuses).default('pending'),
  fullName: optionalText(200),
  phone: optionalText(40),
  email: optionalText(254),
  total: amount.optional(),
  productName: optionalText(200),
  paymentMode: PaymentMode.default('cod'),
});

const Request = z.object({
  method: z.string(),
  url: z.string(),
  /** Secrets are masked. */
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
});

/**
 * Sends a test event to the partner, signed and through the same guard as real ones, but not logged. With
 * `dryRun`, it only returns the request. The answer contains any response of the partner; without a response,
 * `error`.
 */
export const testPostback = endpoint({
  method: 'POST',
  path: '/postbacks/:id/test',
  params: byId,
  body: z.strictObject({
    event: TriggerEvent,
    testData: TestData.prefault({}),
    dryRun: flag.default(false),
  }),
  data: z.object({
    request: Request,
    statusCode: z.int().nullable(),
    responseTime: z.int().nullable(),
    response: z.string().nullable(),
    error: z.string().nullable(),
  }),
  ignoresIdempotencyKey: true,
});
