import type { Sent } from '@crm/contracts/endpoint.ts';
import type { BulkSummary } from '@crm/contracts/leads/bulk.ts';
import type { createLead } from '@crm/contracts/leads/write.ts';
import type { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import type { saveReport } from '@crm/contracts/saved-reports/saved-reports.ts';
import type { saveView } from '@crm/contracts/views/views.ts';
import { triggerEvents } from '@crm/events/postbacks/vocabulary.ts';

/** A lead as the form sends it; empty fields are null. */
export const leadForm = (more: Partial<Sent<typeof createLead, 'body'>> = {}) => ({
  fullName: 'Asha Rao',
  phone: '+91 98200 11111',
  productName: 'Orthovita',
  quantity: 1,
  price: 24.99,
  alternatePhone: null,
  email: null,
  age: null,
  advanceAmount: null,
  ...more,
});

/** An operator of the caller's tenant; `word` becomes part of the names. */
export const operatorForm = (word: string) => ({
  username: word,
  fullName: `Operator ${word}`,
  email: `${word}@demo.test`,
  role: 'operator' as const,
  password: `password of ${word}`,
});

/** The leads of last week, without a schedule. */
export const savedReportForm = (name: string, more: Partial<Sent<typeof saveReport, 'body'>> = {}) => ({
  name,
  content: {
    type: 'leads' as const,
    filters: {},
    period: { kind: 'relative' as const, preset: 'last_30_days' as const },
  },
  ...more,
});

/** A view of the leads on hold, the largest total first, without comments. */
export const viewForm = (name: string, more: Partial<Sent<typeof saveView, 'body'>> = {}) => ({
  name,
  filters: { status: 'hold' },
  sort: { by: 'total', order: 'desc' as const },
  columns: [
    { id: 'order', shown: true, width: null },
    { id: 'comments', shown: false, width: 12.5 },
  ],
  ...more,
});

/**
 * A postback to a URL, triggered by every event. It waits as long as one may: a test's partner answers at once, but on a busy
 * machine the process of both may be stopped for longer than the 10 s of the default.
 */
export const postbackForm = (url: string, more: Partial<Sent<typeof createPostback, 'body'>> = {}) => ({
  name: 'Tracker',
  url,
  triggerEvents: [...triggerEvents],
  timeout: 60_000,
  ...more,
});

/** The result of a bulk call that is not a batch; throws for a batch. */
export function atOnce(data: BulkSummary | { batch: object }): BulkSummary {
  if ('batch' in data) throw new Error('So few must be done at once');
  return data;
}

/** A multipart form with a file, as a browser sends it; fields other than text become JSON. */
export async function multipart(
  fields: Record<string, unknown>,
  file: { name: string; content: string | Buffer } | null,
): Promise<{ payload: Buffer; headers: { 'content-type': string } }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  if (file) form.append('file', new Blob([new Uint8Array(Buffer.from(file.content))]), file.name);
  const body = new Response(form);
  const payload = Buffer.from(await body.arrayBuffer());
  return { payload, headers: { 'content-type': body.headers.get('content-type') ?? '' } };
}
