import type { Received } from '@crm/contracts/endpoint.ts';
import type { AuthenticationForm } from '@crm/contracts/postbacks/form.ts';
import type { createPostback, updatePostback } from '@crm/contracts/postbacks/postbacks.ts';
import type { Authentication, PostbackDetails } from '@crm/events/postbacks/details.ts';
import {
  authenticationOf,
  authenticationSecret,
  headerSecret,
  headersWithoutSecrets,
  looksSecret,
} from '@crm/events/postbacks/secrets.ts';

/** A form split into event data and secrets by name; secrets are stored outside of events. */
type SplitForm<Details> = { details: Details; secrets: Record<string, string> };

type WholeForm = Received<typeof createPostback, 'body'>;
type Edit = Received<typeof updatePostback, 'body'>;
type Changes = { [K in keyof PostbackDetails]?: PostbackDetails[K] | undefined };

export function newPostback({ isActive: _, ...form }: WholeForm): SplitForm<PostbackDetails> {
  const headers = splitHeaders(form.headers);
  const authentication = splitAuthentication(form.authentication);
  return {
    details: { ...form, headers: headers.details, authentication: authentication.details },
    secrets: { ...headers.secrets, ...authentication.secrets },
  };
}

/** Splits an edit; omitted fields stay unchanged. */
export function editedPostback({ isActive: _, revision: __, ...form }: Edit): SplitForm<Changes> {
  const headers = form.headers && splitHeaders(form.headers);
  const authentication = form.authentication && splitAuthentication(form.authentication);
  return {
    details: { ...form, headers: headers?.details, authentication: authentication?.details },
    secrets: { ...headers?.secrets, ...authentication?.secrets },
  };
}

/** The form with its headers without secrets under another name: the hash of a request leaves out `headers`. */
export const withShownHeaders = (form: WholeForm | Edit) => ({
  ...form,
  shown: form.headers && headersWithoutSecrets(form.headers),
});

function splitHeaders(headers: WholeForm['headers']): SplitForm<PostbackDetails['headers']> {
  const secretHeaders = headers.filter(({ key, value }) => looksSecret(key) && value !== '');
  return {
    details: headersWithoutSecrets(headers),
    secrets: Object.fromEntries(secretHeaders.map(({ key, value }) => [headerSecret(key), value])),
  };
}

function splitAuthentication(form: AuthenticationForm): SplitForm<Authentication> {
  const name = authenticationSecret(form);
  const secret = { none: null, basic: form.password, bearer: form.token, api_key: form.apiKey }[form.type];
  return {
    details: authenticationOf(form),
    secrets: name !== null && secret ? { [name]: secret } : {},
  };
}
