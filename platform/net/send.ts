import type { Resolve } from './resolve.ts';

export type Outgoing = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | null;
  /** One deadline for lookup, connect, TLS, headers and body. */
  timeoutMs: number;
};

/** The result of one request. `ms` is the time until the last byte that was read, or until the request was given up. */
export type Sent =
  | {
      kind: 'answered';
      status: number;
      headers: Record<string, string>;
      /** Up to 64 KiB as text; `cut` if the body was longer. */
      body: string;
      cut: boolean;
      ms: number;
    }
  /** Nothing was sent, and a retry cannot help: the address is not public, or the request is invalid. */
  | { kind: 'refused'; reason: string; ms: number }
  /** The request may have arrived, but no complete answer came back. `status` is set if the status line arrived. */
  | { kind: 'unanswered'; why: Unanswered; reason: string; status: number | null; ms: number };

export type Unanswered = 'timeout' | 'name' | 'connection' | 'tls' | 'answer';

export type Sender = {
  /** Never throws for a partner's behaviour; a request that the signal aborted is unanswered. */
  send: (outgoing: Outgoing, signal?: AbortSignal) => Promise<Sent>;
  close: () => Promise<void>;
};

export type SenderOptions = { allow: readonly string[]; resolve?: Resolve };
