import { createHmac } from 'node:crypto';
import { testKeys } from '@crm/platform/payments/open.ts';
import { Pool } from 'undici';
import { attackedSettings } from './target.ts';

/** The attack never leaves this machine: targets are local ports. */
const HOST = '127.0.0.1';

/** A request, valid or not; `payload` is sent as it is, `json` as JSON. */
export type Sending = {
  method: string;
  /** Relative to /api, encoded, with the query string. */
  path: string;
  token?: string | null;
  headers?: Record<string, string>;
  json?: unknown;
  payload?: string | Buffer;
};

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The parsed body; undefined if it is not JSON. */
  body: unknown;
  /** The user agent of this one request, which identifies its events (`eventsByTag`). */
  tag: string;
};

export type Send = (sending: Sending) => Promise<Answer>;

/**
 * A client of one target. Each request has its own tag and IP address, so that no limit by address counts two
 * together.
 */
export function openSender(port: number, name: string): { send: Send; close: () => Promise<void> } {
  const pool = new Pool(`http://${HOST}:${port}`, {
    connections: 32,
    pipelining: 1,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  });
  let sent = 0;
  async function send({ method, path, token = null, headers = {}, json, payload }: Sending): Promise<Answer> {
    sent += 1;
    const tag = `${name}-${sent}`;
    const body = payload ?? (json === undefined ? undefined : JSON.stringify(json));
    const reply = await pool.request({
      // undici lists the known methods in its type; the attack also sends others.
      method: method as 'GET',
      path: `/api${path}`,
      headers: {
        'user-agent': tag,
        'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        // The payment provider's signature: without it, nothing of this call's input would be tried.
        ...(path === '/razorpay/webhook' && { 'x-razorpay-signature': signatureOf(body ?? '') }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await reply.body.text();
    return { status: reply.statusCode, headers: reply.headers, text, body: parsed(text), tag };
  }
  return { send, close: () => pool.close() };
}

const { webhookSecret } = testKeys(attackedSettings.SECRET_KEY);
const signatureOf = (body: string | Buffer) => createHmac('sha256', webhookSecret).update(body).digest('hex');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shownBody({ json, payload }: Pick<Sending, 'json' | 'payload'>): string {
  if (payload === undefined) return json === undefined ? '' : JSON.stringify(json);
  if (!Buffer.isBuffer(payload)) return payload;
  return `${payload.length} bytes ${payload.subarray(0, 400).toString('latin1')}`;
}

/** A request as text for a report. */
export function shown(sending: Sending): string {
  const { method, path, token, headers } = sending;
  const body = shownBody(sending);
  return [method, path, token ? '(signed in)' : '', JSON.stringify(headers ?? {}), body]
    .filter(Boolean)
    .join(' ');
}
