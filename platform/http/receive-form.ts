import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { texts } from '@crm/contracts/texts.ts';
import { cutText, endOfText, isStorable, storable } from '@crm/events/language/text.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeptFile } from '../files/files.ts';
import { type Refused, refused } from './result.ts';

/** Stores a file while it arrives; stores nothing when its bytes end in an error. */
export type KeepFile = (file: { name: string; bytes: AsyncIterable<Uint8Array> }) => Promise<KeptFile>;

/**
 * A file of a request; the hash tells a repeat from another file under the same Idempotency-Key. It takes 1 ms of processor
 * time per MB.
 */
export type SentFile = KeptFile & { sha256: string };

/** The content of a multipart form: its fields as text, and its file or null. */
type Form = { kind: 'form'; fields: Record<string, unknown>; file: SentFile | null };

/** Limits of a form's fields; a field may be as large as any other body. */
const FIELD_BYTES = 1024 * 1024;
const MOST_FIELDS = 20;
const LONGEST_NAME = 200;
/** Room for the fields and headers of a form beside its file. */
const ROOM = 2 * FIELD_BYTES;

/**
 * Reads a multipart form without holding its file in memory: its bytes go to `keep`. A file above the call's limit ends
 * the reading at once, before the rest is sent.
 */
export async function receiveForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { field, bytes, types }: NonNullable<Endpoint['file']>,
  keep: KeepFile,
): Promise<Form | Refused> {
  const tooLarge = () => {
    // Tells the sender to stop.
    void reply.header('connection', 'close');
    const mb = Math.floor(bytes / 1024 / 1024);
    return refused('too-large', { errors: { [field]: `A file can have at most ${mb} MB` } });
  };
  if (Number(request.headers['content-length'] ?? 0) > bytes + ROOM) return tooLarge();

  const fields: Record<string, unknown> = {};
  let file: SentFile | null = null;
  const limits = {
    fileSize: bytes,
    files: 1,
    fields: MOST_FIELDS,
    fieldSize: FIELD_BYTES,
    parts: MOST_FIELDS + 1,
  };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.fieldnameTruncated || part.valueTruncated) return tooLarge();
        fields[part.fieldname] = part.value;
        continue;
      }
      if (part.fieldname !== field) {
        part.file.resume();
        const name = cutText(storable(part.fieldname), LONGEST_NAME);
        return refused('bad-input', { errors: { [name]: `The file belongs in ${field}` } });
      }
      // A file name may have any encoding (RFC 5987), so it can contain any text.
      if (!isStorable(part.filename)) {
        part.file.resume();
        return refused('bad-input', { errors: { [field]: `The file’s name: ${texts.badCharacters}` } });
      }
      // The end of a long name is more useful than its beginning: it has the file type.
      const name = endOfText(part.filename, LONGEST_NAME) || 'file';
      if (!types.some((type) => name.toLowerCase().endsWith(type))) {
        part.file.resume();
        return refused('bad-input', { errors: { [field]: texts.fileType(name, types) } });
      }
      const hash = createHash('sha256');
      const stored = await keep({ name, bytes: wholeOf(part.file, hash) });
      file = { ...stored, sha256: hash.digest('hex') };
    }
  } catch (error) {
    if (error instanceof FileTooLarge) return tooLarge();
    // The body is not a form, has too many parts, or was cut off. Any other error is not the sender's fault.
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status === 413) return tooLarge();
    const isForm = error instanceof Error && /form|boundary|multipart/i.test(error.message);
    if (status < 500 || isForm || request.raw.destroyed)
      return refused('bad-input', { errors: { [field]: 'The form could not be read to its end' } });
    throw error;
  }
  return { kind: 'form', fields, file };
}

class FileTooLarge extends Error {}

/** The bytes of an arriving file. At the limit they end in an error, so that a truncated file never looks complete. */
async function* wholeOf(file: Readable, hash: Hash): AsyncGenerator<Uint8Array> {
  file.once('limit', () => file.destroy(new FileTooLarge()));
  for await (const bytes of file) {
    hash.update(bytes);
    yield bytes;
  }
}
