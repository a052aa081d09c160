import type { Readable } from 'node:stream';
import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { texts } from '@crm/contracts/texts.ts';
import { cutText, endOfText, isStorable, storable } from '@crm/events/language/text.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeptFile } from '../files/files.ts';
import { type Refused, refused } from './result.ts';

/** Keeps a file that comes in, as it comes in; what throws on the way is not kept. */
export type KeepFile = (file: { name: string; bytes: AsyncIterable<Uint8Array> }) => Promise<KeptFile>;

/** What a multipart form brought: its fields as text, and its file where it had one. */
type Form = { kind: 'form'; fields: Record<string, unknown>; file: KeptFile | null };

/** Fields may be as large as any other body, and as many as a form has. */
const FIELD_BYTES = 1024 * 1024;
const MOST_FIELDS = 20;
const LONGEST_NAME = 200;
/** Of a form beside its file. */
const ROOM = 2 * FIELD_BYTES;

/**
 * Reads a multipart form without ever holding its file: what comes in is handed on to `keep`. A file that is larger than
 * the call takes ends the reading there and then, before the rest of it is sent.
 */
export async function receiveForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { field, bytes }: NonNullable<Endpoint['file']>,
  keep: KeepFile,
): Promise<Form | Refused> {
  const tooLarge = () => {
    // Whoever is still sending need not go on.
    void reply.header('connection', 'close');
    const mb = Math.floor(bytes / 1024 / 1024);
    return refused('too-large', { errors: { [field]: `A file can have at most ${mb} MB` } });
  };
  if (Number(request.headers['content-length'] ?? 0) > bytes + ROOM) return tooLarge();

  const fields: Record<string, unknown> = {};
  let file: KeptFile | null = null;
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
      // A name may come in any encoding (RFC 5987), so that it can hold anything.
      if (!isStorable(part.filename)) {
        part.file.resume();
        return refused('bad-input', { errors: { [field]: `The file’s name: ${texts.badCharacters}` } });
      }
      // The end of a long name tells more than its beginning: it has the file's type.
      const name = endOfText(part.filename, LONGEST_NAME) || 'file';
      file = await keep({ name, bytes: wholeOf(part.file) });
    }
  } catch (error) {
    if (error instanceof FileTooLarge) return tooLarge();
    // The form is not one, has more parts than a form has, or was broken off. Anything else is not the sender's doing.
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

/** The bytes of a file that comes in. At the limit it ends in an error, and not as if that were all, nor at its own end. */
async function* wholeOf(file: Readable): AsyncGenerator<Uint8Array> {
  file.once('limit', () => file.destroy(new FileTooLarge()));
  yield* file;
}
