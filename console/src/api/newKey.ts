/**
 * @returns a new Idempotency-Key: 128 random bits. Not `crypto.randomUUID`, which exists only on pages that came over HTTPS. The
 * uuid package, which also works on others, would be 0.5 kB of every page.
 */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
