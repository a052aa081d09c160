import type { Endpoint } from '@crm/contracts/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type { Access } from '../access/access.ts';
import type { Caller } from './caller.ts';
import { admitsViewer, type Policy, refusedBy, refusedFor } from './policy.ts';
import { isRefused, type Refused, refused } from './result.ts';

type Call = { policy: Policy; endpoint: Pick<Endpoint, 'method' | 'startsWork'> };

/**
 * Returns the caller of a request, proven by the policy's credential. Only this function reads tokens, API keys and
 * signatures.
 *
 * @param rawBody the bytes of the body, for a signature; null for every other credential
 * @returns the caller, or the refusal when the credential is missing or wrong or the policy does not admit the caller
 */
export async function callerOf(
  { policy, endpoint }: Call,
  { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
  rawBody: Buffer | null,
  access: Pick<Access, 'apiKeyOf' | 'callerOf'>,
): Promise<Caller | Refused> {
  switch (policy.credential) {
    case 'session': {
      const token = bearerToken(headers.authorization);
      const known = token === null ? null : await access.callerOf(token);
      if (!known) return refused('signed-out');
      if (!admitsViewer(policy, endpoint) && known.caller.viewer) return refused('viewing-read-only');
      const refusal = refusedBy(policy, known.caller);
      return refusal ? refused(refusal) : (refusedFor(policy, known.tenant) ?? known.caller);
    }
    case 'apiKey': {
      // The call itself decides whether it needs a key: that depends on the tenant of its offer.
      const key = headers['x-api-key'];
      if (typeof key !== 'string' || key === '') return { kind: 'partner', apiKey: null };
      const apiKey = await access.apiKeyOf(key, () => policy.beforeLookup?.(ip) ?? null);
      return isRefused(apiKey) ? apiKey : { kind: 'partner', apiKey };
    }
    case 'signature': {
      const signature = headers[policy.header.toLowerCase()];
      const isRight = typeof signature === 'string' && policy.verify(rawBody ?? Buffer.alloc(0), signature);
      return isRight ? { kind: 'signer', name: policy.sender } : refused('signature-wrong');
    }
    case 'public':
      return { kind: 'anonymous' };
    default:
      return policy satisfies never;
  }
}

/** The token of an Authorization header: null without the header, '' when it holds no bearer token. */
export function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  const [scheme, token] = authorization.split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : '';
}
