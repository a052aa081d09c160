import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadLeads } from '@crm/contracts/leads/upload.ts';
import { z } from 'zod';
import { multipart } from '../../e2e/api/samples.ts';
import type { Answer, Send } from './send.ts';

/** Kinds of entities whose ids occur in a path, query or body. */
export const idKinds = [
  'lead',
  'offer',
  'user',
  'selection',
  'batch',
  'view',
  'report',
  'postback',
  'log',
  'request',
  'file',
  'session',
  'key',
  'entry',
] as const;
export type IdKind = (typeof idKinds)[number];
export type Things = Record<IdKind, string[]>;

/** A valid id that no tenant has. */
export const UNKNOWN_ID = '7d0f5a10-0000-4000-8000-000000000000';
/** The same for an audit entry, whose id is its position. */
export const UNKNOWN_ENTRY = '0000000000000000';

/** The unknown id in the form of a route's field. */
export const unknownIdAt = (path: string, field: string) =>
  idKindOf(path, field) === 'entry' ? UNKNOWN_ENTRY : UNKNOWN_ID;

/** The password of every account that the attack creates. */
export const PASSWORD = 'long-enough-password';

/** The kind of id that a route's field has, from the field's name or, for `id`, from the preceding part of the path. */
export function idKindOf(path: string, field: string): IdKind {
  const word = field === 'id' ? (/([\w-]+)\/:id/.exec(path)?.[1] ?? '') : field;
  if (/operator|user/i.test(word)) return 'user';
  if (/upload|batch/i.test(word)) return 'batch';
  return idKinds.find((idKind) => word.toLowerCase().includes(idKind)) ?? 'lead';
}

const Created = z.looseObject({ data: z.looseObject({}) });
const Listed = z.looseObject({ data: z.array(z.looseObject({ _id: z.string() })) });

/** Creates one entity of each kind for the tenant of an admin, through the product's own calls. */
export async function makeThings(
  send: Send,
  admin: string,
  operator: { id: string; token: string },
  word: string,
): Promise<Things> {
  let position = '';
  const ask = async (method: string, path: string, json?: unknown, token = admin): Promise<Answer> => {
    // Under a key: a call that Postgres did not answer in time is sent again, as the console does.
    const headers = { 'x-min-position': position, 'idempotency-key': randomUUID() };
    let answer = await send({ method, path, token, json, headers });
    while (answer.status === 503) {
      await sleep(500);
      answer = await send({ method, path, token, json, headers });
    }
    if (answer.status >= 300) throw new Error(`${method} ${path} answers ${answer.status} ${answer.text}`);
    position = answer.headers['x-position']?.toString() ?? position;
    return answer;
  };
  const idIn = (answer: Answer, name: string) =>
    z.looseObject({ [name]: z.looseObject({ _id: z.string() }) }).parse(Created.parse(answer.body).data)[name]
      ?._id ?? '';
  const listed = async (path: string) =>
    Listed.parse((await ask('GET', path)).body).data.map(({ _id }) => _id);

  // Active before the leads are created, so that its log has an entry. The reserved domain never resolves.
  const hook = { name: `${word} hook`, url: 'https://partner.invalid/hook', triggerEvents: ['new_lead'] };
  const postback = idIn(await ask('POST', '/postbacks', hook), 'postback');
  const offer = idIn(
    await ask('POST', '/offers', { name: `${word} offer`, category: 'other', price: 5 }),
    'offer',
  );
  const lead = async () =>
    idIn(
      await ask('POST', '/leads', {
        fullName: `${word} lead`,
        phone: '+91 98200 11111',
        productName: 'Tea',
        quantity: 1,
        price: 5,
      }),
      'lead',
    );
  const leads = [await lead(), await lead(), await lead()];
  const [pending = ''] = leads;
  await ask('POST', `/leads/${pending}/assign`, { operatorId: operator.id });
  await ask('PUT', `/operator/leads/${pending}/status`, { status: 'hold', comment: 'Wait' }, operator.token);
  const [waiting] = z
    .looseObject({
      data: z.array(z.looseObject({ pendingStatusChange: z.looseObject({ requestId: z.string() }) })),
    })
    .parse((await ask('GET', '/admin/pending-approvals')).body).data;
  const users = [];
  for (const n of [1, 2, 3]) {
    const user = {
      username: `${word}-victim-${n}`,
      fullName: `${word} victim`,
      email: `${word}-victim-${n}@demo.test`,
      role: 'operator',
      password: PASSWORD,
    };
    users.push(idIn(await ask('POST', '/users', user), 'user'));
  }
  const selection = z
    .looseObject({ data: z.looseObject({ _id: z.string() }) })
    .parse((await ask('POST', '/leads/selections', {})).body).data._id;
  const view = { name: `${word} view`, filters: {}, sort: { by: 'createdAt', order: 'asc' }, columns: [] };
  const saved = {
    name: `${word} report`,
    content: { type: 'leads', filters: {}, period: { kind: 'relative', preset: 'today' } },
  };
  const file = await keptFile(send, admin, offer);
  const [victim = ''] = users;
  await ask('POST', '/auth/login', { email: `${word}-victim-1@demo.test`, password: PASSWORD });
  const key = await ask('POST', '/admin/api-keys', { name: `${word} key` });
  const [log] = await eventually(() => listed(`/postbacks/${postback}/logs`));
  const [entry = ''] = await eventually(() => entries(ask));
  return {
    lead: leads,
    offer: [offer],
    user: users,
    selection: [selection],
    batch: await listed('/batches'),
    report: [idIn(await ask('POST', '/saved-reports', saved), 'report')],
    view: [idIn(await ask('POST', '/views', view), 'view')],
    postback: [postback],
    log: [log ?? ''],
    request: [waiting?.pendingStatusChange.requestId ?? ''],
    file: [file],
    session: await listed(`/users/${victim}/sessions`),
    key: [z.looseObject({ data: z.looseObject({ _id: z.string() }) }).parse(key.body).data._id],
    entry: [entry],
  };
}

const Entries = z.looseObject({
  data: z.looseObject({ entries: z.array(z.looseObject({ _id: z.string() })) }),
});

/** The newest entries of the audit history. */
const entries = async (ask: (method: string, path: string) => Promise<Answer>) =>
  Entries.parse((await ask('GET', '/admin/audit-logs')).body).data.entries.map(({ _id }) => _id);

/** Checks a small spreadsheet and returns the id of the stored file. */
async function keptFile(send: Send, token: string, offer: string): Promise<string> {
  const { headers, payload } = await multipart(
    { offer: { offerId: offer }, users: [] },
    { name: 'leads.csv', content: SMALL_CSV },
  );
  const answer = await send({
    method: 'POST',
    path: `${uploadLeads.path}?preview=true`,
    token,
    headers,
    payload,
  });
  return z.looseObject({ data: z.looseObject({ fileId: z.string() }) }).parse(answer.body).data.fileId;
}

export const SMALL_CSV =
  'ID,Date,Customer,Phone,Amount\nATTACK-1,2025-03-01,Meera Nair,+91 98765 43210,499.50\n';

/** Polls the list until it is not empty, for at most 15 s. */
async function eventually<T>(list: () => Promise<T[]>): Promise<T[]> {
  const until = performance.now() + 15_000;
  for (;;) {
    const found = await list();
    if (found.length > 0) return found;
    if (performance.now() > until) throw new Error('What the attack waits for does not come');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
