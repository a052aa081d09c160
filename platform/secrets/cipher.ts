import { createCipheriv, createDecipheriv } from 'node:crypto';
import { pooledRandomBytes } from './random-bytes.ts';

export const KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts with AES-256-GCM. The result decrypts only with the same key and place. @returns initialization vector, tag and text */
export function encrypt(key: Buffer, text: string, place: Buffer): Buffer {
  const iv = pooledRandomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(place);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** Reverses `encrypt`. Throws when key or place differ or a byte was changed. */
export function decrypt(key: Buffer, encrypted: Buffer, place: Buffer): string {
  const textAt = IV_BYTES + TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, encrypted.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(place)
    .setAuthTag(encrypted.subarray(IV_BYTES, textAt));
  return Buffer.concat([decipher.update(encrypted.subarray(textAt)), decipher.final()]).toString('utf8');
}
