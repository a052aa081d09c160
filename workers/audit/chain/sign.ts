import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';

/** A checkpoint: so many events of the tenant's history had this hash at this time. */
type Checkpoint = { tenant: string; events: number; hash: string; signedAt: string };
export type SignedCheckpoint = Checkpoint & { publicKey: string; signature: string };

export type Signer = { publicKey: string; sign: (checkpoint: Checkpoint) => SignedCheckpoint };

/** The header of an Ed25519 private key in PKCS #8 (RFC 8410), before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Signs with an Ed25519 key derived from SECRET_KEY (HKDF-SHA256). The public key is enough to verify a checkpoint, and
 * write access to the database is not enough to make one.
 */
export function signerUnder(secretKey: string): Signer {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'crm audit checkpoints v1', 32));
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = textOf(createPublicKey(key));
  return {
    publicKey,
    sign: (checkpoint) => ({
      ...checkpoint,
      publicKey,
      signature: sign(null, contentOf(checkpoint), key).toString('base64'),
    }),
  };
}

/** Whether the checkpoint was signed with the key of this SECRET_KEY and not changed since. */
export function isSigned({ publicKey }: Signer, checkpoint: SignedCheckpoint): boolean {
  if (checkpoint.publicKey !== publicKey) return false;
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return verify(null, contentOf(checkpoint), key, Buffer.from(checkpoint.signature, 'base64'));
}

const textOf = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');

const contentOf = ({ tenant, events, hash, signedAt }: Checkpoint) =>
  Buffer.from(JSON.stringify([tenant, events, hash, signedAt]));
