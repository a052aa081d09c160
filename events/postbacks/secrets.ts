import type { PostbackDetails } from './details.ts';

/**
 * Names of a postback's secrets. Their values are in no event: they are stored encrypted, outside of the event store.
 */
export const SIGNING_SECRET = 'signing';

/** Whether a header's name suggests a secret value. */
export const looksSecret = (header: string) =>
  /^(proxy-)?authorization$|cookie|token|key|secret|password/i.test(header);

export const headerSecret = (header: string) => `headers.${header.toLowerCase()}`;

/** The name of an authentication's secret; null if it has none. */
export function authenticationSecret({
  type,
}: Pick<PostbackDetails['authentication'], 'type'>): string | null {
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
