import type { PostbackDetails } from './details.ts';

/** Names of what a postback keeps secret. The values stand in no event: they are kept encrypted, beside the history. */
export const SIGNING_SECRET = 'signing';

/** Whether a header's name says that its value is nobody's business. */
export const looksSecret = (header: string) =>
  /^(proxy-)?authorization$|cookie|token|key|secret|password/i.test(header);

export const headerSecret = (header: string) => `headers.${header.toLowerCase()}`;

/** The one secret of an authentication, by its type; null where there is none. */
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

/** The secrets that a postback sends with: of its authentication, and the headers whose value is kept apart. */
export function secretsOf({
  authentication,
  headers,
}: Pick<PostbackDetails, 'authentication' | 'headers'>): string[] {
  const name = authenticationSecret(authentication);
  const kept = headers.filter(({ value }) => value === null).map(({ key }) => headerSecret(key));
  return [...(name === null ? [] : [name]), ...kept];
}
