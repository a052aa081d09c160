import { randomUUID } from 'node:crypto';
import { testPostback } from '@crm/contracts/postbacks/test.ts';
import { PostbackId } from '@crm/events/ids.ts';
import { toMinor } from '@crm/events/language/money.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { LeadStatus } from '@crm/events/leads/vocabulary-schemas.ts';
import type { PostbackDetails } from '@crm/events/postbacks/details.ts';
import { hiddenIn, type Mask, maskOf } from '@crm/events/postbacks/mask.ts';
import type { PlaceholderValues } from '@crm/events/postbacks/placeholders.ts';
import { render } from '@crm/events/postbacks/render.ts';
import { SIGNING_SECRET } from '@crm/events/postbacks/secrets.ts';
import { valuesOf } from '@crm/events/postbacks/values.ts';
import type { TriggerEvent } from '@crm/events/postbacks/vocabulary.ts';
import { type SessionPolicy, tenantAdmins } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { type Input, route } from '@crm/platform/http/route.ts';
import type { Partners } from '@crm/platform/net/partners.ts';
import type { Sent } from '@crm/platform/net/send.ts';
import { signedHeaders } from '@crm/platform/net/sign.ts';
import { SecretUnreadable } from '@crm/platform/secrets/seal.ts';
import { validValues } from '@crm/platform/secrets/secrets.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import type { Deps } from '../handle/deps.ts';
import { readPostback } from './read-postback.ts';

type Testing = Input<typeof testPostback, SessionPolicy>;
type TestData = Testing['body']['testData'];

/**
 * Sends one sample event, rendered, signed and guarded like a real one, without a log entry. Also works while the
 * postback is off.
 */
export const test =
  (partners: Partners): CommandDeclaration =>
  (deps) =>
    route(testPostback, tenantAdmins, (input) => tried(partners, input, deps));

async function tried(
  { secrets, sender }: Partners,
  { params, body, caller }: Testing,
  { store, pool }: Deps,
) {
  const { tenant } = caller;
  const postback = await readPostback(store, tenant, PostbackId.parse(params.id));
  if (!postback) return refused('postback-not-found');
  const { details } = postback;

  const kept = (await secrets.of(pool, [{ tenant, owner: params.id }]).catch(unlessUnreadable))?.get(
    params.id,
  );
  const values = kept?.values ?? {};
  const rendered = render(details, testValues(body.event, body.testData, details), values);
  const signature = signedHeaders({
    id: `test_${randomUUID()}`,
    at: new Date(),
    body: rendered.body ?? '',
    secrets: kept ? validValues(kept, SIGNING_SECRET) : [],
  });
  const request = { ...rendered, headers: { ...rendered.headers, ...signature } };
  const mask = maskOf(hiddenIn(request, Object.values(values)));
  const shown = mask.request(request);
  if (!kept)
    return previewOf(shown, 'Its secrets cannot be read: is SECRET_KEY the key that encrypted them?');
  if (body.dryRun) return previewOf(shown, null);
  const sent = await sender.send({ ...request, timeoutMs: details.timeout });
  return { ...previewOf(shown, null), data: { request: shown, ...outcomeOf(sent, mask) } };
}

function previewOf(request: ReturnType<Mask['request']>, error: string | null) {
  const nothing = { statusCode: null, responseTime: null, response: null };
  return { kind: 'done' as const, data: { request, ...nothing, error } };
}

function outcomeOf(sent: Sent, mask: Mask) {
  switch (sent.kind) {
    case 'answered': {
      const response = mask.text(sent.body);
      return { statusCode: sent.status, responseTime: sent.ms, response, error: null };
    }
    case 'unanswered':
      return { statusCode: sent.status, responseTime: sent.ms, response: null, error: sent.reason };
    case 'refused':
      return { statusCode: null, responseTime: null, response: null, error: sent.reason };
    default:
      return sent satisfies never;
  }
}

function unlessUnreadable(error: unknown): null {
  if (error instanceof SecretUnreadable) return null;
  throw error;
}

/** Builds a lead from the test form. An unknown status is rendered unchanged. */
function testValues(event: TriggerEvent, data: TestData, { statusMap }: PostbackDetails): PlaceholderValues {
  const now = new Date();
  const total = toMinor(data.total ?? 0);
  const status = LeadStatus.safeParse(data.status);
  const values = valuesOf(
    {
      event,
      eventId: randomUUID(),
      eventTime: now.toISOString(),
      previousStatus: null,
      offerName: data.productName ?? '',
      lead: {
        id: randomUUID(),
        orderId: data.orderId ?? `TEST${now.getTime()}`,
        details: {
          ...blankDetails,
          customer: {
            ...blankDetails.customer,
            fullName: data.fullName ?? '',
            phone: data.phone ?? '',
            email: data.email,
          },
          product: {
            ...blankDetails.product,
            name: data.productName ?? '',
            price: total,
            total,
            paymentMode: data.paymentMode,
          },
        },
        status: status.data ?? 'processing',
        statusReason: null,
        pendingReason: null,
        operator: null,
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      },
    },
    statusMap,
  );
  return status.success ? values : { ...values, status: data.status };
}
