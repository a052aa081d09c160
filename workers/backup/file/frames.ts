import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { BackupFailed } from './failure.ts';

/** First bytes of every backup: the format and its version. */
const MAGIC = Buffer.from('crm-backup 1\n');
const SALT_BYTES = 16;
const CHECK_BYTES = 16;
const HEAD_BYTES = MAGIC.length + SALT_BYTES + CHECK_BYTES;
const FRAME_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/**
 * Encrypts a stream with a key derived from SECRET_KEY and a salt of the file (AES-256-GCM in frames of 64 KiB). The nonce
 * of a frame is its number and whether it is the last: frames cannot be exchanged, and a file that was cut off is found.
 */
export async function* encryptFrames(
  secretKey: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const { key, check } = keysOf(secretKey, salt);
  yield Buffer.concat([MAGIC, salt, check]);
  let number = 0;
  const frame = (plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv(CIPHER, key, nonceOf(number, isLast));
    number += 1;
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk]);
    // The last frame may be full, so one frame always waits.
    while (waiting.length > FRAME_BYTES) {
      yield frame(waiting.subarray(0, FRAME_BYTES), false);
      waiting = waiting.subarray(FRAME_BYTES);
    }
  }
  yield frame(waiting, true);
}

/** Reverses `encryptFrames`. @throws BackupFailed if the file is none, is damaged, cut off, or of another SECRET_KEY */
export async function* decryptFrames(secretKey: string, file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0);
  let key: Buffer | null = null;
  let number = 0;
  const opened = (bytes: Buffer, isLast: boolean) => {
    const plain = key && decrypted(key, nonceOf(number, isLast), bytes);
    if (!plain) throw failureAt(number, isLast);
    number += 1;
    return plain;
  };
  for await (const chunk of file) {
    waiting = Buffer.concat([waiting, chunk]);
    if (!key) {
      if (waiting.length < HEAD_BYTES) continue;
      key = keyOf(secretKey, waiting);
      waiting = waiting.subarray(HEAD_BYTES);
    }
    while (waiting.length > FRAME_BYTES + TAG_BYTES) {
      yield opened(waiting.subarray(0, FRAME_BYTES + TAG_BYTES), false);
      waiting = waiting.subarray(FRAME_BYTES + TAG_BYTES);
    }
  }
  if (!key) keyOf(secretKey, waiting);
  yield opened(waiting, true);
}

function failureAt(number: number, isLast: boolean): BackupFailed {
  return new BackupFailed(
    isLast
      ? 'The backup is damaged or not complete at its end: use another backup'
      : `The backup is damaged near byte ${(HEAD_BYTES + number * (FRAME_BYTES + TAG_BYTES)).toLocaleString('en')}: use another backup`,
  );
}

/** The key of a file, by its first bytes. */
function keyOf(secretKey: string, head: Buffer): Buffer {
  if (head.length === 0) {
    throw new BackupFailed(
      'The backup is empty: the command that writes it has not ended, or was killed. Use another backup',
    );
  }
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) {
    const isLater = head.subarray(0, 11).equals(MAGIC.subarray(0, 11));
    throw new BackupFailed(
      isLater
        ? 'The backup was written by a newer version of this program: restore it with that version'
        : 'The file is not a backup that `npm run backup` wrote',
    );
  }
  if (head.length < HEAD_BYTES) throw failureAt(0, true);
  const { key, check } = keysOf(secretKey, head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES));
  if (!head.subarray(MAGIC.length + SALT_BYTES, HEAD_BYTES).equals(check)) {
    throw new BackupFailed(
      'The backup was written under another SECRET_KEY: set SECRET_KEY to it, or copy the secret.key of that data folder into DATA_DIR',
    );
  }
  return key;
}

function keysOf(secretKey: string, salt: Buffer): { key: Buffer; check: Buffer } {
  const key = Buffer.from(hkdfSync('sha256', secretKey, salt, 'crm backup v1', 32));
  const check = createHmac('sha256', key).update('crm backup check').digest().subarray(0, CHECK_BYTES);
  return { key, check };
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(isLast ? 1 : 0, 0);
  nonce.writeUIntBE(number, 6, 6);
  return nonce;
}

function decrypted(key: Buffer, nonce: Buffer, bytes: Buffer): Buffer | null {
  if (bytes.length < TAG_BYTES) return null;
  const at = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(at));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, at)), decipher.final()]);
  } catch {
    return null; // changed, cut off, or in another place than it was written
  }
}
