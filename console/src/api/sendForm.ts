import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { POSITION_HEADER } from '@crm/contracts/headers.ts';
import { headersOf } from './client.ts';
import { CallError } from './errors.ts';
import { urlOf } from './url.ts';

type Sending = {
  query?: object;
  form: FormData;
  token: string | null;
  idempotencyKey: string;
  /** The sent share of the form, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** The longest wait for a sign of the line: for the next part to leave, then for the answer. The server reads the file meanwhile. */
const SILENCE_MS = 60_000;

/** What tells a file from others in a submit that is sent again (submitOnce.ts): its bytes are not read for that. */
export const fingerprintOf = ({ name, size, lastModified }: File) => ({ name, size, lastModified });

export type FormReply = { status: number; headers: Headers; text: string };

/**
 * Sends a form with a file, and returns any response. Throws a CallError when none arrives or the line falls silent, and the
 * signal's reason when it aborts. XMLHttpRequest, because fetch does not report upload progress.
 */
export function sendForm(
  endpoint: Endpoint,
  { query, form, token, idempotencyKey, onProgress, signal }: Sending,
): Promise<FormReply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', urlOf(endpoint.path, query ? { query } : {}));
    headersOf(endpoint, token, { idempotencyKey }).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    const unreachable = (reason: 'network' | 'timeout') =>
      reject(new CallError({ kind: 'unreachable', reason }));
    let timer: ReturnType<typeof setTimeout>;
    function restartTimer() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        unreachable('timeout');
        request.abort();
      }, SILENCE_MS);
    }
    request.upload.onprogress = ({ loaded, total }) => {
      restartTimer();
      onProgress(total === 0 ? 0 : loaded / total);
    };
    request.onloadend = () => clearTimeout(timer);
    request.onload = () => {
      const position = request.getResponseHeader(POSITION_HEADER);
      const headers = new Headers(position === null ? {} : { [POSITION_HEADER]: position });
      resolve({ status: request.status, headers, text: request.responseText });
    };
    request.onerror = () => unreachable('network');
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort());
    restartTimer();
    request.send(form);
  });
}
