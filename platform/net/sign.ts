import { createHmac } from 'node:crypto';

/**
 * Builds the three headers of Standard Webhooks (standardwebhooks.com, v1). With them a receiver can verify the request
 * with its secret, recognise a repeat by its id, and refuse old requests. With several secrets (a new one and
 * previous ones that are still valid) there are several signatures; the receiver needs one of them.
 */
export function signedHeaders(options: {
  id: string;
  at: Date;
  body: string;
  /** `whsec_` and base64, each. */
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
