import {
  change,
  type DescribedFields,
  type Descriptions,
  firstValues,
  type Names,
  newValues,
} from '../language/describe.ts';
import type { Authentication, PostbackDetails } from './details.ts';
import type { PostbackEvent } from './events.ts';
import { MASK } from './mask.ts';
import { looksSecret } from './secrets.ts';
import type { DisabledReason } from './vocabulary-schemas.ts';

/** Values of headers and the text of a body template are left out: they may contain credentials of the partner. */
const fields: DescribedFields<PostbackDetails> = {
  name: { label: 'Name' },
  description: { label: 'Description' },
  method: { label: 'Method' },
  url: { label: 'URL', text: withoutSecrets },
  headers: { label: 'Headers', text: (headers) => listed(headers.map(({ key }) => key)) },
  parameters: { label: 'Parameters', text: (parameters) => listed(parameters.map(parameterText)) },
  bodyTemplate: { label: 'Body Template', text: (body) => (body ? `${body.format} template` : '') },
  triggerEvents: { label: 'Trigger Events', text: listed },
  statusConditions: { label: 'Status Conditions', text: listed },
  filters: { label: 'Filters', text: filtersText },
  statusMap: {
    label: 'Status Map',
    text: (map) => listed(Object.entries(map).map(([ours, partners]) => `${ours} → ${partners}`)),
  },
  timeout: { label: 'Timeout (ms)' },
  maxRetries: { label: 'Max Retries' },
  retryDelay: { label: 'Retry Delay (ms)' },
  authentication: { label: 'Authentication', text: authenticationText },
};

const active = (from: unknown, to: boolean) => change('isActive', 'Active', from, to);

const whyDisabled: Record<DisabledReason, string | null> = {
  'by-hand': null,
  gone: 'The partner answered 410 Gone',
  imported: 'The organization was imported, without the secrets of its postbacks',
};

/** Each event of a postback for people, without the values of secrets; `names` contain those of offers. */
export const postbackDescriptions: Descriptions<PostbackEvent> = {
  PostbackCreated: ({ details, isActive, secrets }, names) => ({
    text: withSecrets('Postback created', secrets),
    changes: [active('', isActive), ...firstValues(fields, details, names)],
  }),
  PostbackEdited: ({ changes, secrets }, names) => ({
    text: withSecrets('Postback edited', secrets),
    changes: newValues(fields, changes, names),
  }),
  PostbackEnabled: () => ({ text: 'Postback enabled', changes: [active(false, true)] }),
  PostbackDisabled: ({ reason }) => ({
    text: reason === 'by-hand' ? 'Postback disabled' : 'Postback disabled automatically',
    changes: [active(true, false)],
    reason: whyDisabled[reason],
  }),
  PostbackSecretRolled: ({ previousUntil }) => ({
    text: `Signing secret replaced; the previous one is valid until ${previousUntil}`,
    changes: [],
  }),
  PostbackDeleted: () => ({ text: 'Postback deleted', changes: [] }),
};

/** `secrets` are names: 'authentication.password' or 'headers.x-token' (secrets.ts). */
const withSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.length === 0 ? text : `${text}, with new secrets: ${listed(secrets)}`;

function listed(texts: readonly string[]): string {
  return texts.join(', ');
}

/** Masks the values of query parameters with secret names. A URL has no user name or password (address.ts). */
function withoutSecrets(url: string): string {
  return url.replaceAll(/([?&#])([^=&#]*)=([^&#]*)/g, (pair, separator: string, name: string) =>
    looksSecret(decoded(name)) ? `${separator}${name}=${MASK}` : pair,
  );
}

/** The percent-decoded name of a query parameter. URLSearchParams does not throw on a malformed name. */
const decoded = (name: string): string => [...new URLSearchParams(name).keys()].join();

function parameterText({ key, value, isPlaceholder }: PostbackDetails['parameters'][number]): string {
  if (isPlaceholder) return `${key}={{${value}}}`;
  return `${key}=${looksSecret(key) ? MASK : value}`;
}

function filtersText(filters: PostbackDetails['filters'], names: Names): string {
  const groups = [
    ['Offers', filters.offers.map((offer) => names.get(offer) ?? offer)],
    ['Webmasters', filters.webmasters],
    ['Payment modes', filters.paymentModes],
    ['Countries', filters.countries],
  ] as const;
  return groups
    .filter(([, values]) => values.length > 0)
    .map(([label, values]) => `${label}: ${listed(values)}`)
    .join('; ');
}

function authenticationText(authentication: Authentication): string {
  switch (authentication.type) {
    case 'none':
      return '';
    case 'basic':
      return `Basic, user ${authentication.username}`;
    case 'bearer':
      return 'Bearer token';
    case 'api_key':
      return `API key in header ${authentication.header}`;
    default:
      return authentication satisfies never;
  }
}
