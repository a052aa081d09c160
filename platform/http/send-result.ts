import { POSITION_HEADER, STALE_HEADER } from '@crm/contracts/headers.ts';
import { refusals } from '@crm/contracts/refusals.ts';
import type { FastifyReply } from 'fastify';
import type { Refused, Result } from './result.ts';

/** Sends the result of a call: data, a file, or a refusal. */
export function sendResult(reply: FastifyReply, result: Result): FastifyReply {
  if (result.kind === 'refused') return sendRefused(reply, result);
  if (result.kind === 'file') return sendFile(reply, result);
  if (result.position) void reply.header(POSITION_HEADER, result.position);
  if (result.kind === 'unsuccessful') return reply.code(422).send(result.answer);
  const { data, message, pagination, stale } = result;
  if (stale) void reply.header(STALE_HEADER, 'true');
  void reply
    .code(result.status ?? 200)
    .type('application/json; charset=utf-8')
    .compress(
      JSON.stringify({ success: true, ...(message && { message }), data, ...(pagination && { pagination }) }),
    );
  return reply;
}

/** Sends a file as a download, which browsers never show as a page and never cache. */
function sendFile(reply: FastifyReply, file: Extract<Result, { kind: 'file' }>): FastifyReply {
  const plain = file.name.replace(/[^\w .-]/g, '_');
  void reply.headers({
    'content-type': file.type,
    // The name twice (RFC 6266): for clients without UTF-8, and in full.
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    'cache-control': 'private, no-store',
    ...(file.size !== undefined && { 'content-length': String(file.size) }),
    ...(file.position && { [POSITION_HEADER]: file.position }),
    ...(file.stale && { [STALE_HEADER]: 'true' }),
  });
  return reply.send(file.bytes);
}

/** Sends a refusal; all refusals have the same shape. */
export function sendRefused(reply: FastifyReply, refused: Refused): FastifyReply {
  const { refusal, errors, retryAfter, position, subscriptionStatus, stale } = refused;
  const { status, field } = refusals[refusal];
  const message = refused.message ?? refusals[refusal].message;
  const named = errors ?? (field ? { [field]: message } : undefined);
  if (position) void reply.header(POSITION_HEADER, position);
  if (stale) void reply.header(STALE_HEADER, 'true');
  if (status === 503 || status === 429) void reply.header('retry-after', String(retryAfter ?? 1));
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply.code(status).send({
    success: false,
    message,
    code: refusal,
    ...(named && { errors: named }),
    ...(subscriptionStatus !== undefined && { subscriptionStatus }),
  });
}
