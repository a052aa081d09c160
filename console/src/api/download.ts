import type { Endpoint } from '@crm/contracts/endpoint.ts';
import type { AddressOf } from './address.ts';
import { type Answer, answerOf, type Input, send } from './client.ts';
import { jsonIn } from './exchange.ts';
import { readToken } from './token.ts';

/** The result of a download call: a file, or a JSON answer when there is no file yet. */
export type Downloaded<E extends Endpoint> =
  | { kind: 'file'; bytes: Blob; name: string }
  | { kind: 'answer'; answer: Answer<E> };

/** Downloads a file. Throws a CallError for a refusal or an unreachable server, as `call` does. */
export async function download<E extends Endpoint>(
  endpoint: E | AddressOf<E>,
  input: Input<E>,
  nameOtherwise: string,
): Promise<Downloaded<E>> {
  const token = readToken();
  const reply = await send(endpoint, input, token, {});
  const type = reply.headers.get('content-type') ?? '';
  if (reply.status >= 300 || type.startsWith('application/json'))
    return { kind: 'answer', answer: answerOf(endpoint, token, reply, jsonIn(reply.body)) };
  const name = nameIn(reply.headers.get('content-disposition') ?? '') ?? nameOtherwise;
  return { kind: 'file', bytes: new Blob([...reply.body], { type }), name };
}

/** The file name in a content-disposition header: the UTF-8 form, else the plain form (RFC 6266). */
export function nameIn(disposition: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? null;
}

/** Saves a file through the browser's download, as a click on a link does. */
export function keepFile({ bytes, name }: { bytes: Blob; name: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  // The browser has read the URL by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
