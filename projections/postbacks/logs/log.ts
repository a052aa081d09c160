import { type PostbackLog, type PostbackLogDetails, ROW_BODY_LENGTH } from '@crm/contracts/postbacks/logs.ts';
import type { TriggerEvent } from '@crm/events/postbacks/vocabulary.ts';

/** The request and response of an attempt. */
type Exchange = {
  method: string;
  url: string;
  request_headers: Record<string, string>;
  response_headers: Record<string, string> | null;
  response_body: string | null;
  response_cut: boolean;
};

/** A row of the log (migration 013) with the names of its postback and lead, and with its last attempt if there is one. */
export type LogRow = { [Column in keyof Exchange]: Exchange[Column] | null } & {
  id: string;
  event_id: string;
  event: TriggerEvent;
  status: PostbackLog['status'];
  reason: string | null;
  response_status: number | null;
  response_ms: number | null;
  attempts: number;
  max_attempts: number;
  created_at: Date;
  next_attempt_at: Date | null;
  finished_at: Date | null;
  postback_name: string;
  postback_url: string;
  /** Null if the lead was deleted. */
  lead_id: string | null;
  order_id: string | null;
  full_name: string | null;
  phone: string | null;
  address: string | null;
};

/** The columns of a LogRow from `postback_deliveries d`; joins by the primary keys of postbacks, leads and attempts. */
export const logColumns = `d.id, d.event_id, d.event, d.status, d.reason, d.response_status, d.response_ms, d.attempts,
  d.max_attempts, d.created_at, d.next_attempt_at, d.finished_at, p.name as postback_name, p.url as postback_url,
  l.id as lead_id, l.order_id, l.full_name, l.phone, l.address,
  a.method, a.url, a.request_headers, a.response_headers, left(a.response_body, ${ROW_BODY_LENGTH}) as response_body,
  a.response_cut or length(a.response_body) > ${ROW_BODY_LENGTH} as response_cut`;
export const logJoins = `join postbacks p on p.id = d.postback and p.tenant = d.tenant
  left join leads l on l.id = d.lead and l.tenant = d.tenant
  left join lateral (
    select * from postback_attempts where tenant = d.tenant and delivery = d.id order by attempt desc limit 1
  ) a on true`;

/** Converts a row to the contract's log. */
export function logOf(row: LogRow): PostbackLog {
  const { status } = row;
  return {
    _id: row.id,
    eventId: row.event_id,
    event: row.event,
    status,
    isSuccessful: status === 'success',
    needsRetry: status === 'retry',
    reason: row.reason,
    postbackTemplate: { name: row.postback_name, url: row.postback_url },
    lead: leadOf(row),
    requestMethod: row.method ?? '',
    requestUrl: row.url ?? '',
    userAgent: row.request_headers?.['user-agent'] ?? '',
    requestHeaders: row.request_headers ?? {},
    responseStatus: row.response_status,
    responseHeaders: row.response_headers,
    responseBody: row.response_body,
    responseCut: row.response_cut ?? false,
    responseTime: row.response_ms,
    attemptNumber: row.attempts,
    maxAttempts: row.max_attempts,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

function leadOf({ lead_id, order_id, full_name, phone, address }: LogRow): PostbackLog['lead'] {
  if (lead_id === null) return null;
  const name = full_name ?? '';
  return {
    _id: lead_id,
    orderId: order_id ?? '',
    fullName: name,
    phone: phone ?? '',
    customerInfo: { name, address },
  };
}

/** One attempt as stored in the log. */
export type AttemptRow = Exchange & {
  attempt: number;
  at: Date;
  request_body: string | null;
  response_status: number | null;
  response_ms: number;
  error: string | null;
};

/** A log with its attempts, oldest first. A delivery that was never sent has empty request fields. */
export function detailsOf(
  row: LogRow,
  attempts: readonly AttemptRow[],
  correlationId: string | null,
): PostbackLogDetails {
  const last = attempts.at(-1);
  return {
    ...logOf(row),
    correlationId,
    requestBody: last?.request_body ?? null,
    responseBody: last?.response_body ?? null,
    responseCut: last?.response_cut ?? false,
    errorDetails: errorIn(last?.response_body ?? null),
    attempts: attempts.map(({ attempt, at, response_status, response_ms, error }) => ({
      attemptNumber: attempt,
      at: at.toISOString(),
      responseStatus: response_status,
      responseTime: response_ms,
      error,
    })),
  };
}

/** The content of the Error Details box: set if the response is JSON with an error status or an error. */
export function errorIn(body: string | null): PostbackLogDetails['errorDetails'] {
  const answer = objectIn(body);
  if (!answer) return null;
  const error = isEmpty(answer['error']) ? null : answer['error'];
  if (answer['status'] !== 'error' && error === null) return null;
  const message = textIn(error) ?? textIn(answer['message']) ?? 'Unknown error';
  return { message, apiError: textIn(answer['apiError']) ?? textIn(answer['api_error']) };
}

/** Partners send the error field with each success, too: as null, false, 0, or without content. */
const isEmpty = (error: unknown) => !error || (typeof error === 'object' && Object.keys(error).length === 0);

function objectIn(body: string | null): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : null;
  } catch {
    return null;
  }
}

function textIn(value: unknown): string | null {
  if (value === undefined || value === null || value === '' || value === true || value === false) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
