import type { Answered } from '@crm/contracts/endpoint.ts';
import type { listPlaceholders } from '@crm/contracts/postbacks/postbacks.ts';
import { type LeadStatus, leadStatuses } from '@crm/events/leads/vocabulary.ts';
import type { PostbackDetails } from '@crm/events/postbacks/details.ts';
import { maskOf } from '@crm/events/postbacks/mask.ts';
import {
  type PlaceholderValue,
  type PlaceholderValues,
  placeholders,
} from '@crm/events/postbacks/placeholders.ts';
import { type Rendered, render } from '@crm/events/postbacks/render.ts';
import { authenticationOf, headersWithoutSecrets, secretsOf } from '@crm/events/postbacks/secrets.ts';
import { fullHeaders, fullParameters, inputOf, type PostbackValues } from './values.ts';

export type Known = Answered<typeof listPlaceholders>['placeholders'];

/** Replaces every secret, and is masked in the rendered request. */
const SECRET = 'a-secret-that-is-not-shown';

/** Renders the request of these values for the latest real lead, as the server does; secrets are masked. */
export function previewOf(values: PostbackValues, known: Known): Rendered {
  const details = detailsOf(values);
  const secrets = Object.fromEntries(secretsOf(details).map((name) => [name, SECRET]));
  return maskOf([SECRET]).request(render(details, payloadOf(values, known), secrets));
}

function detailsOf(values: PostbackValues): PostbackDetails {
  const { name, url, method, triggerEvents, statusConditions } = values;
  const { bodyTemplate, statusMap } = inputOf(values);
  return {
    name,
    description: null,
    method,
    url,
    headers: headersWithoutSecrets(fullHeaders(values.headers)),
    parameters: fullParameters(values.parameters),
    bodyTemplate:
      bodyTemplate === null || bodyTemplate.format === 'default'
        ? null
        : { format: bodyTemplate.format, template: bodyTemplate.template },
    triggerEvents,
    statusConditions,
    // Filters do not affect the request itself.
    filters: { offers: [], webmasters: [], paymentModes: [], countries: [] },
    statusMap,
    timeout: 0,
    maxRetries: 0,
    retryDelay: 0,
    authentication: authenticationOf(values.authentication),
  };
}

/** Placeholders with non-text values, unquoted in JSON. */
const plain = new Set(['age', 'quantity', 'price', 'total', 'advanceAmount', 'isUrgent', 'requiresCallback']);

/** The list contains a blank text for a missing value. */
function sampleOf({ name, value }: Known[number]): PlaceholderValue {
  if (value === null || value === '') return null;
  return plain.has(name) ? plainValue(value) : value;
}

function payloadOf({ triggerEvents, statusMap }: PostbackValues, known: Known): PlaceholderValues {
  const samples = known.map((one): [string, PlaceholderValue] => [one.name, sampleOf(one)]);
  const values: Record<string, PlaceholderValue> = {
    ...Object.fromEntries(placeholders.map((name) => [name, null])),
    ...Object.fromEntries(samples),
  };
  const called = (status: PlaceholderValue | undefined) => {
    const ours = leadStatuses.find((each): each is LeadStatus => each === status);
    return ours === undefined ? (status ?? null) : statusMap[ours].trim() || ours;
  };
  // Every placeholder has a value here; all other entries are extra fields of the lead, which are texts.
  return {
    ...values,
    event: triggerEvents[0] ?? values['event'],
    status: called(values['status']),
    previousStatus: called(values['previousStatus']),
  } as PlaceholderValues;
}

function plainValue(text: string): PlaceholderValue {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}
