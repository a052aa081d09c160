import type { Answered, Endpoint } from '@crm/contracts/endpoint.ts';
import { getUpload, uploadLeads } from '@crm/contracts/leads/upload.ts';
import { UploadFailure } from '@crm/contracts/leads/upload-results.ts';
import type * as offersContract from '@crm/contracts/offers/offers.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../../api/address.ts';
import { answerOf, type Input, send } from '../../api/client.ts';
import { CallError } from '../../api/errors.ts';
import { jsonIn, parsed } from '../../api/exchange.ts';
import { read } from '../../api/read.ts';
import { fingerprintOf, sendForm } from '../../api/sendForm.ts';
import { submitOnce } from '../../api/submitOnce.ts';
import { readToken } from '../../api/token.ts';
import type { Mapping } from './ColumnMap.tsx';
import { sharesIn, type UploadState } from './state.ts';

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

/** The newest active offers whose names contain the text. The previous ones stay visible while others load. */
export const uploadOffers = (search: string) =>
  queryOptions({
    ...read(
      address<typeof offersContract.listOffers>('GET', '/offers'),
      { query: { limit: 100, isActive: true, ...(search !== '' && { search }) } },
      { topics: ['offers'], pace: 'aggregate' },
    ),
    placeholderData: keepPreviousData,
  });

type Body = Input<typeof uploadLeads>['body'];

/** The server answers a longer call at once, and the page shows its progress. */
const WAIT_SECONDS = 1.5;

/** The input of a check or an upload, apart from its file. */
export function bodyOf({ offer, price, users, dates }: UploadState, mapping: Mapping) {
  return {
    offer: { offerId: offer, useOfferPrice: price === 'offer' },
    users: sharesIn(users),
    ...(dates !== '' && { dateOrder: dates }),
    mapping,
    wait: WAIT_SECONDS,
  };
}

export type Asking = {
  user: string;
  /** A file of an earlier call; null if there is none, which the server refuses. */
  fileId: string | null;
  body: Body;
};

/** Checks a file of an earlier call, or starts its upload. */
export function askUpload(isCheck: boolean, { user, fileId, body }: Asking): Promise<Outcome> {
  const input = { ...body, ...(fileId !== null && { fileId }) };
  return submitOnce({ user, call: uploadLeads, input: { isCheck, ...input } }, async (idempotencyKey) => {
    const token = readToken();
    const reply = await send(uploadLeads, { query: { preview: isCheck }, body: input }, token, {
      idempotencyKey,
    });
    return outcomeOf(uploadLeads, token, reply, jsonIn(reply.body));
  });
}

export type Sending = {
  user: string;
  file: File;
  body: Body;
  /** The sent share of the file, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** Sends a file for a check. One that is sent again because its answer was lost is checked once. */
export function sendFile({ user, file, body, onProgress, signal }: Sending): Promise<Outcome> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.append(uploadLeads.file.field, file);
  const query = { preview: true };
  const input = { query, body, file: fingerprintOf(file) };
  return submitOnce({ user, call: uploadLeads, input }, async (idempotencyKey) => {
    const token = readToken();
    const reply = await sendForm(uploadLeads, { query, form, token, idempotencyKey, onProgress, signal });
    return outcomeOf(uploadLeads, token, reply, parsed(reply.text));
  });
}
