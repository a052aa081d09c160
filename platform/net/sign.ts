import { createHmac } from 'node:crypto';

/**
 * The three headers of Standard Webhooks (standardwebhooks.com, v1): who receives the request can hold it against the
 * secret they were given, know it again by its id, and refuse what is old. With several secrets (a new one and one that
 * is still valid) there are several signatures, of which the receiver needs one.
 */
export function signedHeaders(options: {
  id: string;
  at: Date;
  body: string;
  /** `whsec_` and base64. */
  secrets: readonly string[];
}): Record<string, string> {
  const { id, at, body, secrets } = options;
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
