import type { PostbackDetails } from './details.ts';
import { fillForm, fillHeader, fillJson, fillUrl } from './escape.ts';
import {
  eventPlaceholders,
  filledBy,
  leadPlaceholders,
  type PlaceholderValue,
  type PlaceholderValues,
} from './placeholders.ts';
import { authenticationSecret, headerSecret } from './secrets.ts';
import type { PostbackMethod } from './vocabulary.ts';

/** A request before signing. Header names are in lower case. */
export type Rendered = {
  method: PostbackMethod;
  url: string;
  headers: Record<string, string>;
  body: string | null;
};

export const USER_AGENT = 'Lead-Management-System/1.0 (postbacks)';

/**
 * Renders a postback's request with the values of one delivery. `secrets` are by name; missing ones are omitted, as in
 * a preview that must not show them.
 */
export function render(
  details: PostbackDetails,
  values: PlaceholderValues,
  secrets: Readonly<Record<string, string>>,
): Rendered {
  const { method, url, bodyTemplate } = details;
  const parameters = details.parameters.map(({ key, value, isPlaceholder }): [string, PlaceholderValue] => [
    key,
    isPlaceholder ? filledBy(values, value) : value,
  ]);
  // With a body template, or without a body, the parameters are in the query.
  const inQuery = method === 'GET' || bodyTemplate !== null;
  const body = method === 'GET' ? null : bodyOf(bodyTemplate, parameters, values);
  return {
    method,
    url: fillUrl(url, values, inQuery ? parameters : []),
    headers: {
      'user-agent': USER_AGENT,
      accept: '*/*',
      ...(body !== null && { 'content-type': contentTypes[bodyTemplate?.format ?? 'json'] }),
      ...headersOf(details, values, secrets),
      ...authorization(details, secrets),
    },
    body,
  };
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

function bodyOf(
  template: PostbackDetails['bodyTemplate'],
  parameters: readonly (readonly [string, PlaceholderValue])[],
  values: PlaceholderValues,
): string {
  if (template?.format === 'json') return fillJson(template.template, values);
  if (template?.format === 'form') return fillForm(template.template, values);
  return JSON.stringify(parameters.length > 0 ? Object.fromEntries(parameters) : wholeStory(values));
}

/** The default body without parameters: `{ event, eventId, eventTime, previousStatus, lead }`. */
function wholeStory(values: PlaceholderValues) {
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, filledBy(values, name)]));
  const extra = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith('extra.') ? [[name.slice('extra.'.length), value]] : [],
  );
  return {
    ...pick(eventPlaceholders),
    lead: { ...pick(leadPlaceholders), extra: Object.fromEntries(extra) },
  };
}

function headersOf(
  { headers }: PostbackDetails,
  values: PlaceholderValues,
  secrets: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    headers.flatMap(({ key, value }) => {
      const template = value ?? secrets[headerSecret(key)];
      return template === undefined ? [] : [[key.toLowerCase(), fillHeader(template, values)]];
    }),
  );
}

function authorization(
  { authentication }: PostbackDetails,
  secrets: Readonly<Record<string, string>>,
): Record<string, string> {
  const secret = secrets[authenticationSecret(authentication) ?? ''];
  if (secret === undefined) return {};
  switch (authentication.type) {
    case 'none':
      return {};
    case 'basic':
      return { authorization: `Basic ${base64(`${authentication.username}:${secret}`)}` };
    case 'bearer':
      return { authorization: `Bearer ${secret}` };
    case 'api_key':
      return { [authentication.header.toLowerCase()]: secret };
    default:
      return authentication satisfies never;
  }
}

/** Base64 of UTF-8, in browsers and on the server. */
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
