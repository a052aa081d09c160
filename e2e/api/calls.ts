import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pagination } from '@crm/contracts/answer.ts';
import { login } from '@crm/contracts/auth/auth.ts';
import type { Answered, Endpoint, Sent } from '@crm/contracts/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

export const DEMO_PASSWORD = 'demo-password';

/** The common shape of all answers. */
const Wire = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  code: z.string().optional(),
  // By field. A refused upload has a list of rows instead, which its tests read from `text`.
  errors: z.record(z.string(), z.string()).optional().catch(undefined),
  data: z.unknown().optional(),
  pagination: Pagination.optional(),
});
export type Answer = z.infer<typeof Wire> & {
  status: number;
  /** The raw body. */
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
};

/** A request, valid or not. `payload` is sent as it is, `body` as JSON. */
export type Sending = {
  method: string;
  path: string;
  token?: string | null;
  query?: Record<string, unknown> | string | undefined;
  body?: unknown;
  payload?: string | Buffer;
  headers?: Record<string, string>;
  ip?: string;
};

type CallInput<E extends Endpoint> = {
  [P in 'params' | 'query' | 'body' as E extends { [K in P]: object } ? P : never]?: Sent<E, P>;
} & { headers?: Record<string, string>; ip?: string };

export type Good<E extends Endpoint> = {
  data: Answered<E>;
  message: string | undefined;
  pagination: Pagination | undefined;
  position: string | undefined;
  status: number;
};

/** Makes calls, with a token or without. */
export type Caller = {
  token: string | null;
  /** Makes a call as in its contract and returns any answer. */
  call: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<Answer>;
  /** Makes a call that must succeed, under a key of its own as the console does; validates the answer with its contract. */
  ask: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<Good<E>>;
};
export type Person = Caller & { token: string; id: string };

/**
 * The IP address of a test file's calls, the position that they have seen initially, and the product's log, which has the
 * cause of a 503.
 */
type From = { ip: string; position: string | null; lines: readonly string[] };

const REPEAT_AFTER_MS = 1_000;

/**
 * Sends a call again, under its Idempotency-Key, while the batch that it started is running: on a busy machine, that takes
 * longer than the call waits.
 */
export async function untilEnded(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send();
  return answer.status === 202 ? untilEnded(send) : answer;
}

/** Whether a call waits for the end of a batch, for as long as it does by default. */
const waitsForBatch = ({ body }: Endpoint, input: unknown) =>
  body instanceof z.ZodObject && 'wait' in body.shape && Object(Object(input).body).wait === undefined;

/** Makes calls on a product as clients do, but without a network. */
export function callsOn(app: FastifyInstance, { ip: from, position: start, lines }: From) {
  async function sendOnce(sending: Sending): Promise<Answer> {
    const { method, path, token = null, query, body, payload, headers = {}, ip = from } = sending;
    const reply = await app.inject({
      // inject lists the known methods in its type; tests also send others.
      method: method as 'GET',
      url: `/api${path}`,
      remoteAddress: ip,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(query !== undefined && { query: typeof query === 'string' ? query : queryOf(query) }),
      ...(payload !== undefined ? { payload } : body !== undefined && { payload: JSON.stringify(body) }),
    });
    const wire = Wire.safeParse(reply.body === '' ? null : JSON.parse(reply.body));
    if (!wire.success) throw new Error(`${method} ${path} answers ${reply.statusCode} ${reply.body}`);
    return { ...wire.data, status: reply.statusCode, text: reply.body, headers: reply.headers };
  }

  /** An answer, with what the product has logged since. */
  const described = ({ method, path }: Pick<Sending, 'method' | 'path'>, answer: Answer, before: number) =>
    `${method} ${path}: ${JSON.stringify(answer)}\n${lines.slice(before).slice(0, 20).join('')}`;

  /**
   * Sends a call until it is served, like the console does: on a busy machine, Postgres or the event store may not answer in
   * time. Each repetition prints what the product logged, so that it is seen in a passed run too.
   */
  async function send(sending: Sending): Promise<Answer> {
    const before = lines.length;
    let answer = await sendOnce(sending);
    while (answer.code === 'unavailable') {
      console.warn(`Repeated: ${described(sending, answer, before)}`);
      await sleep(REPEAT_AFTER_MS);
      answer = await sendOnce(sending);
    }
    return answer;
  }

  /** The newest position of any answer; like a console, reads ask for at least this position. */
  let seen = start;
  function caller<T extends string | null>(token: T): Caller & { token: T } {
    const call: Caller['call'] = async (endpoint, input = {}) => {
      // Asked has exactly the parts of its endpoint.
      const { params, query, body, headers, ip } = input as Omit<Sending, 'path'> & {
        params?: Record<string, string>;
      };
      const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => String(params?.[name]));
      const sending = {
        ...{ method: endpoint.method, path, token, query, body, ...(ip && { ip }) },
        headers: { ...(seen !== null && { 'x-min-position': seen }), ...headers },
      };
      let answer = await send(sending);
      // A read model may lag on a busy machine and reports it: repeat, like the console.
      while (answer.headers['x-stale'] === 'true') answer = await send(sending);
      const position = answer.headers['x-position']?.toString() ?? null;
      if (position !== null && (seen === null || position > seen)) seen = position;
      return answer;
    };
    const ask: Caller['ask'] = async (endpoint, input) => {
      const before = lines.length;
      const keyed = { ...input, headers: { 'idempotency-key': randomUUID(), ...input?.headers } };
      const once = () => call(endpoint, keyed);
      const answer = await (waitsForBatch(endpoint, input) ? untilEnded(once) : once());
      const { success, message, status, headers } = answer;
      if (!success) throw new Error(described(endpoint, answer, before));
      const statuses: readonly number[] = endpoint.statuses ?? [200];
      if (!statuses.includes(status))
        throw new Error(`Not a status of its contract: ${described(endpoint, answer, before)}`);
      return {
        data: z.parse(endpoint.data, answer.data) as Answered<typeof endpoint>, // parsed above with the same schema
        message,
        status,
        pagination: answer.pagination,
        position: headers['x-position']?.toString(),
      };
    };
    return { token, call, ask };
  }

  async function signIn(email: string, password = DEMO_PASSWORD): Promise<Person> {
    const { data } = await anybody.ask(login, { body: { email, password } });
    return { ...caller(data.token), id: data.user._id };
  }

  const anybody = caller(null);
  return { send, sendOnce, caller, anybody, signIn };
}

function queryOf(query: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value]) parameters.append(name, String(each));
  return parameters.toString();
}
