import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignaturePolicy } from './policy.ts';

/**
 * Verifies a hexadecimal HMAC-SHA256 of the raw body. Compares in constant time, so that the time of an answer does not
 * help to guess a signature.
 *
 * @param secret shared with the sender; from the configuration
 */
export function hmacSha256(secret: string): SignaturePolicy['verify'] {
  return (body, signature) => {
    const expected = createHmac('sha256', secret).update(body).digest();
    const given = Buffer.from(signature, 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
}
