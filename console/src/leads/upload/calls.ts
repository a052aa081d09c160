import type { Answered, Endpoint } from '@crm/contracts/endpoint.ts';
import { POSITION_HEADER } from '@crm/contracts/headers.ts';
import { getUpload, UploadFailure, uploadLeads } from '@crm/contracts/leads/upload.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, headersOf, type Input, send } from '../../api/client.ts';
import { CallError } from '../../api/errors.ts';
import { jsonIn, parsed } from '../../api/exchange.ts';
import { read } from '../../api/read.ts';
import { readToken } from '../../api/token.ts';
import { urlOf } from '../../api/url.ts';

/** The state of an upload or its check: saved, a preview, running, or refused as a whole. */
export type Outcome =
  | Answered<typeof uploadLeads>
  | ({ kind: 'failed' } & UploadFailure & { batchId: string });

/** A file without a valid row is refused with all its errors; this is a result to show, not a failed call. */
function outcomeOf<E extends Endpoint & { data: (typeof uploadLeads)['data'] }>(
  endpoint: E,
  token: string | null,
  response: { status: number; headers: Headers },
  body: unknown,
): Outcome {
  const failure = UploadFailure.safeParse(body);
  if (response.status === 422 && failure.success) {
    const { batchId, message, code } = failure.data;
    if (batchId !== null) return { kind: 'failed', ...failure.data, batchId };
    throw new CallError({ kind: 'refused', status: 422, message, code, errors: {}, stale: false });
  }
  return answerOf(endpoint, token, response, body).data;
}

/** The outcome of an upload's or a check's batch; refetched while it runs. */
export const uploadOutcome = (batchId: string) =>
  queryOptions({
    queryKey: [getUpload.path, { batchId }] as const,
    queryFn: async ({ signal }): Promise<Outcome> => {
      const token = readToken();
      const reply = await send(getUpload, { params: { batchId } }, token, { signal });
      return outcomeOf(getUpload, token, reply, jsonIn(reply.body));
    },
    meta: { topics: ['batches'], id: batchId },
    // Hints arrive earlier; this covers a lost connection.
    refetchInterval: (query) => (query.state.data?.kind === 'running' ? 5_000 : false),
  });

/** Active offers, for uploads. */
export const uploadOffers = read(
  listOffers,
  { query: { limit: 100, isActive: true } },
  { topics: ['offers'] },
);

type Body = Input<typeof uploadLeads>['body'];

/** Checks a file of an earlier call, or starts its upload. */
export async function askUpload(
  body: Body,
  { preview, idempotencyKey }: { preview: boolean; idempotencyKey: string },
): Promise<Outcome> {
  const token = readToken();
  const reply = await send(uploadLeads, { query: { preview }, body }, token, { idempotencyKey });
  return outcomeOf(uploadLeads, token, reply, jsonIn(reply.body));
}

export type Sending = {
  file: File;
  body: Body;
  /** The sent share of the file, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** Sends a file for a check. XMLHttpRequest, because fetch does not report upload progress. */
export function sendFile({ file, body, onProgress, signal }: Sending): Promise<Outcome> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.append(uploadLeads.file.field, file);
  const token = readToken();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', urlOf(uploadLeads.path, { query: { preview: true } }));
    headersOf(uploadLeads, token, {}).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const position = request.getResponseHeader(POSITION_HEADER);
      const headers = new Headers(position === null ? {} : { [POSITION_HEADER]: position });
      try {
        resolve(
          outcomeOf(uploadLeads, token, { status: request.status, headers }, parsed(request.responseText)),
        );
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new CallError({ kind: 'unreachable', reason: 'network' }));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
