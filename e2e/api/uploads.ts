import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { getUpload } from '@crm/contracts/leads/upload.ts';
import { UploadFailure, UploadPreview, UploadResult } from '@crm/contracts/leads/upload-results.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { listOperators } from '@crm/contracts/users/users.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Person } from './calls.ts';
import type { sharedProduct } from './product.ts';
import { multipart } from './samples.ts';

type Fields = Record<string, unknown>;

const Running = z.object({ kind: z.literal('running'), batch: z.object({ _id: z.string() }) });

export const HEADER = 'ID,Date,Customer,Phone,Amount';
export const rowOf = (id: string, n = 1) => `${id},2025-03-01,Meera Nair,+91 98765 4321${n % 10},499.50`;
export const csv = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`;

const offerOf = async (person: Person) =>
  (await person.ask(listOffers)).data[0] ?? { _id: '', name: '', price: 0 };

/** The accounts, offers and functions for upload tests. */
export async function uploaders(product: Awaited<ReturnType<typeof sharedProduct>>) {
  const admin = await product.signIn(product.people.admin);
  const rival = await product.signIn(product.people.rivalAdmin);
  const offer = await offerOf(admin);
  const rivalsOffer = await offerOf(rival);
  const operators = (await admin.ask(listOperators)).data;
  const fields = (more: Fields = {}): Fields => ({ users: [], offer: { offerId: offer._id }, ...more });

  /** The position of the last upload; reads must be at least this new. */
  let seen = '';

  /** Posts a form to the upload call and returns the raw answer. The key is for repetitions. */
  async function post(
    form: { payload: Buffer | string; headers: Record<string, string> },
    { preview = false, token = admin.token } = {},
  ) {
    const headers = { 'idempotency-key': randomUUID(), ...form.headers };
    const path = `/admin/upload-leads${preview ? '?preview=true' : ''}`;
    const { payload } = form;
    const answer = await product.send({ method: 'POST', path, token, payload, headers });
    seen = answer.headers['x-position']?.toString() ?? seen;
    return answer;
  }

  /**
   * Uploads a new or a stored file and returns the final answer, even when a slow machine makes it a batch.
   */
  async function send(
    file: string | Buffer | null,
    more: Fields = {},
    as: { preview?: boolean; token?: string } = {},
  ) {
    const form = await multipart(fields(more), file === null ? null : { name: 'leads.csv', content: file });
    const answer = await post(form, as);
    const running = Running.safeParse(answer.data);
    return running.success ? endOf(running.data.batch._id, as) : answer;
  }

  async function endOf(batch: string, { preview = false, token = admin.token }) {
    for (;;) {
      const path = getUpload.path.replace(':batchId', batch);
      const { status, ...answer } = await product.send({ method: 'GET', path, token });
      const isDone = status === 200;
      if (status !== 202) return { ...answer, status: isDone && !preview ? 201 : status };
      await sleep(50);
    }
  }

  async function saved(file: string | Buffer | null, more: Fields = {}): Promise<UploadResult> {
    const answer = await send(file, more);
    expect(answer.status, answer.text).toBe(201);
    return UploadResult.parse(answer.data);
  }
  async function failed(file: string | Buffer, more: Fields = {}): Promise<UploadFailure> {
    const before = await leads();
    const answer = await send(file, more);
    expect(answer.status, answer.text).toBe(422);
    expect(await leads()).toBe(before);
    return UploadFailure.parse(JSON.parse(answer.text));
  }
  async function previewed(file: string | Buffer | null, more: Fields = {}): Promise<UploadPreview> {
    const answer = await send(file, more, { preview: true });
    expect(answer.status, answer.text).toBe(200);
    return UploadPreview.parse(answer.data);
  }
  const leads = async () => {
    const { rows } = await product.database.pool.query<{ n: number }>(
      `select count(*)::int as n from event_store.events where type = 'LeadCreated'`,
    );
    return rows[0]?.n ?? 0;
  };
  const find = async (orderIds: string[]) =>
    (
      await admin.ask(listLeads, {
        query: { orderIds, includeComments: true },
        headers: { 'x-min-position': seen },
      })
    ).data;
  const one = async (orderId: string) => {
    const [lead] = await find([orderId]);
    if (!lead) throw new Error(`No lead has the order id ${orderId}`);
    return lead;
  };

  return {
    admin,
    rival,
    offer,
    rivalsOffer,
    operators,
    fields,
    post,
    send,
    endOf,
    saved,
    failed,
    previewed,
    leads,
    find,
    one,
  };
}
