import { CallError } from './errors.ts';

type Part = Uint8Array<ArrayBuffer> | string;
/** Those of JSON are texts. */
type Parts = readonly Part[];
export type Reply = { status: number; headers: Headers; body: Parts };

/**
 * Sends a request and reads the whole response. A download may take any time, as long as bytes arrive.
 * Throws a CallError when the server cannot be reached, falls silent, or is lost before the body's end; an
 * abort by the caller is thrown as it is.
 * @param silenceMs the longest wait for a sign of the server: for the response's headers, then for each part of its body
 */
export async function exchange(
  url: string,
  request: RequestInit,
  signal?: AbortSignal,
  silenceMs = 30_000,
): Promise<Reply> {
  const silence = new AbortController();
  const startTimer = () => setTimeout(() => silence.abort(), silenceMs);
  let timer = startTimer();
  const restartTimer = () => {
    clearTimeout(timer);
    timer = startTimer();
  };
  try {
    const response = await fetch(url, {
      ...request,
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    restartTimer();
    const { status, headers } = response;
    return { status, headers, body: await partsOf(response, restartTimer) };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError({ kind: 'unreachable', reason: silence.signal.aborted ? 'timeout' : 'network' });
  } finally {
    clearTimeout(timer);
  }
}

/** Decodes JSON part by part as it arrives, in tasks of their own: 500 rows at once block the page for 20 to 50 ms. */
async function partsOf({ body, headers }: Response, onPart: () => void): Promise<Parts> {
  const parts: Part[] = [];
  const decoder = isJson(headers) ? new TextDecoder() : null;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    onPart();
    parts.push(decoder ? decoder.decode(part.value, { stream: true }) : part.value);
  }
  if (decoder) parts.push(decoder.decode());
  return parts;
}

const isJson = (headers: Headers) => headers.get('content-type')?.startsWith('application/json') === true;

/** The body as JSON, or null: see `parsed`. */
export const jsonIn = (body: Parts): unknown => parsed(textIn(body));

export function textIn(body: Parts): string {
  const decoder = new TextDecoder();
  const text = body.map((part) => (typeof part === 'string' ? part : decoder.decode(part, { stream: true })));
  return text.join('') + decoder.decode();
}

/** Parses JSON; null for any other text, such as a proxy's error page. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
