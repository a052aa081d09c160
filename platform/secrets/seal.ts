import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** The kept secret was encrypted under another SECRET_KEY, or was changed in its table. */
export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable';
}

export type Seal = {
  /** AES-256-GCM under a key of its own; `place` is what it belongs to, and it opens in that place alone. */
  close: (secret: string, place: readonly string[]) => Buffer;
  /** What was closed in that place; throws SecretUnreadable. */
  open: (sealed: Buffer, place: readonly string[]) => string;
  /** 32 bytes that follow from SECRET_KEY and a place: the same each time, and not to be guessed. */
  derive: (place: readonly string[]) => Buffer;
};

/** The first byte of what is sealed: which key and cipher it is read with. */
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Two keys made of SECRET_KEY (HKDF-SHA256), so that neither use tells anything of the other. */
export function sealUnder(secretKey: string): Seal {
  const keyFor = (use: string) =>
    Buffer.from(hkdfSync('sha256', secretKey, '', `crm ${use} v${VERSION}`, 32));
  const sealing = keyFor('sealing');
  const deriving = keyFor('deriving');
  return {
    close(secret, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(nameOf(place));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), text]);
    },
    open(sealed, place) {
      const version = sealed[0];
      if (version !== VERSION) throw new SecretUnreadable(`A secret of version ${version} is not known here`);
      const tagAt = 1 + IV_BYTES;
      const textAt = tagAt + TAG_BYTES;
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(1, tagAt), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(nameOf(place))
          .setAuthTag(sealed.subarray(tagAt, textAt));
        return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()]).toString('utf8');
      } catch (error) {
        throw new SecretUnreadable('A kept secret cannot be read: is SECRET_KEY the one it was kept under?', {
          cause: error,
        });
      }
    },
    derive: (place) => createHmac('sha256', deriving).update(nameOf(place)).digest(),
  };
}

/** Written so that no two places have one name. */
const nameOf = (place: readonly string[]) => Buffer.from(JSON.stringify(place));
