import type { Authentication, PostbackDetails } from './details.ts';

/**
 * Names of a postback's secrets. Their values are in no event: they are stored encrypted, outside of the event store.
 */
export const SIGNING_SECRET = 'signing';

/** Whether a header's name suggests a secret value. */
export const looksSecret = (header: string) =>
  /^(proxy-)?authorization$|cookie|token|key|secret|password/i.test(header);

export const headerSecret = (header: string) => `headers.${header.toLowerCase()}`;

/** Headers of a form as events have them: without secret values. */
export const headersWithoutSecrets = (
  headers: readonly { key: string; value: string }[],
): PostbackDetails['headers'] =>
  headers.map(({ key, value }) => ({ key, value: looksSecret(key) ? null : value }));

/** The authentication of a form, which has fields for every type, as events have it: without its secret. */
export function authenticationOf(form: {
  type: Authentication['type'];
  username?: string | null | undefined;
  apiKeyHeader: string;
}): Authentication {
  const { type, username, apiKeyHeader } = form;
  switch (type) {
    case 'basic':
      return { type, username: username ?? '' };
    case 'api_key':
      return { type, header: apiKeyHeader };
    case 'none':
    case 'bearer':
      return { type };
    default:
      return type satisfies never;
  }
}

/** The name of an authentication's secret; null if it has none. */
export function authenticationSecret({ type }: Pick<Authentication, 'type'>): string | null {
  switch (type) {
    case 'none':
      return null;
    case 'basic':
      return 'authentication.password';
    case 'bearer':
      return 'authentication.token';
    case 'api_key':
      return 'authentication.apiKey';
    default:
      return type satisfies never;
  }
}

/** The names of the secrets in a postback's requests: of its authentication, and of headers with a secret value. */
export function secretsOf({
  authentication,
  headers,
}: Pick<PostbackDetails, 'authentication' | 'headers'>): string[] {
  const name = authenticationSecret(authentication);
  const kept = headers.filter(({ value }) => value === null).map(({ key }) => headerSecret(key));
  return [...(name === null ? [] : [name]), ...kept];
}
