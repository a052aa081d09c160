import type { Endpoint, Received } from '@crm/contracts/endpoint.ts';
import type { Guard } from '../access/access.ts';
import type { Position } from '../event-store/port.ts';
import type {
  AnonymousCaller,
  PartnerCaller,
  RequestOrigin,
  SignedInCaller,
  SigningCaller,
} from './caller.ts';
import type { Files } from './keeping-file.ts';
import type { Policy } from './policy.ts';
import type { SentFile } from './receive-form.ts';
import type { Result } from './result.ts';

type CallerBy = {
  session: SignedInCaller;
  apiKey: PartnerCaller;
  signature: SigningCaller;
  public: AnonymousCaller;
};

/** A request that its policy admitted and whose input its contract accepted. */
export type Input<E extends Endpoint = Endpoint, P extends Policy = Policy> = {
  caller: CallerBy[P['credential']];
  origin: RequestOrigin;
  /** Use it for every append on behalf of the caller. */
  guard: Guard;
  params: Received<E, 'params'>;
  query: Received<E, 'query'>;
  body: Received<E, 'body'>;
  /** The file of a multipart form; null without one. */
  file: SentFile | null;
  idempotencyKey: string | null;
  /** The bearer token, for sign-out; never log it. */
  token: string | null;
  /** The minimum position of a read: the later one of the request's header and the session's last command. */
  minPosition: Position | null;
  /**
   * Makes a signal that is aborted when the client leaves before the answer, so that long reads can stop. A getter would be
   * called by each copy of the input, so for each command: 34 µs, of which a lead needs none.
   */
  signal: () => AbortSignal;
};

/** One call that a server mounts. `command` and `query` create routes; `mountRoutes` serves them. */
export type Route = {
  endpoint: Endpoint;
  policy: Policy;
  run: (input: Input) => Promise<Result>;
  /** Required when the endpoint takes a file. */
  files?: Files;
};

/** Connects a handler to its contract and policy, which declare the types of params, query, body and caller. */
export function route<E extends Endpoint, P extends Policy>(
  endpoint: E,
  policy: P,
  run: (input: Input<E, P>) => Promise<Result>,
): Route {
  // The boundary of the contract's types: run-request.ts calls `run` only with checked input and an admitted caller.
  return { endpoint, policy, run: run as Route['run'] };
}
