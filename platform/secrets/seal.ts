import { createHmac, hkdfSync } from 'node:crypto';
import { decrypt, encrypt, KEY_BYTES } from './cipher.ts';

/** The secret was encrypted with another SECRET_KEY, or its row was changed. */
export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable';
}

export type Seal = {
  /** Encrypts with AES-256-GCM. `place` identifies the owner and name; the result decrypts only with the same place. */
  close: (secret: string, place: readonly string[]) => Buffer;
  /** Decrypts a secret of that place; throws SecretUnreadable. */
  open: (sealed: Buffer, place: readonly string[]) => string;
  /** Derives 32 bytes from SECRET_KEY and a place: always the same, and not guessable without the key. */
  derive: (place: readonly string[]) => Buffer;
};

/** The first byte of an encrypted secret: identifies key and cipher. */
const VERSION = 1;

/** Derives two keys from SECRET_KEY (HKDF-SHA256), so that neither use reveals anything about the other. */
export function sealUnder(secretKey: string): Seal {
  const keyFor = (use: string) =>
    Buffer.from(hkdfSync('sha256', secretKey, '', `crm ${use} v${VERSION}`, KEY_BYTES));
  const sealing = keyFor('sealing');
  const deriving = keyFor('deriving');
  return {
    close: (secret, place) => Buffer.concat([Buffer.of(VERSION), encrypt(sealing, secret, nameOf(place))]),
    open(sealed, place) {
      const version = sealed[0];
      if (version !== VERSION) throw new SecretUnreadable(`A secret of version ${version} is not known here`);
      try {
        return decrypt(sealing, sealed.subarray(1), nameOf(place));
      } catch (error) {
        throw new SecretUnreadable(
          'A stored secret cannot be read: is SECRET_KEY the key that encrypted it?',
          {
            cause: error,
          },
        );
      }
    },
    derive: (place) => createHmac('sha256', deriving).update(nameOf(place)).digest(),
  };
}

/** Encoded so that different places never have the same name. */
const nameOf = (place: readonly string[]) => Buffer.from(JSON.stringify(place));
