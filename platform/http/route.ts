import type { Endpoint, Received } from '@crm/contracts/endpoint.ts';
import type { Guard } from '../access/access.ts';
import type { Position } from '../event-store/port.ts';
import type { KeptFile } from '../files/files.ts';
import type { AnonymousCaller, Origin, PartnerCaller, SignedInCaller, SigningCaller } from './caller.ts';
import type { Files } from './keeping-file.ts';
import type { Policy } from './policy.ts';
import type { Result } from './result.ts';

type CallerBy = {
  session: SignedInCaller;
  apiKey: PartnerCaller;
  signature: SigningCaller;
  public: AnonymousCaller;
};

/** A request that passed its policy and its contract. */
export type Input<E extends Endpoint = Endpoint, P extends Policy = Policy> = {
  caller: CallerBy[P['credential']];
  origin: Origin;
  /** For every append on behalf of the caller. */
  guard: Guard;
  params: Received<E, 'params'>;
  query: Received<E, 'query'>;
  body: Received<E, 'body'>;
  /** The file of a multipart form, where the endpoint takes a file and one was sent. */
  file: KeptFile | null;
  idempotencyKey: string | null;
  /** The bearer token itself, for signing out; never logged. */
  token: string | null;
  /** The later one of the request's header and of the session's last command: a read must show at least that. */
  minPosition: Position | null;
};

/** One call as a server mounts it. `command` and `query` make these; `mountRoutes` serves them. */
export type Route = {
  endpoint: Endpoint;
  policy: Policy;
  run: (input: Input) => Promise<Result>;
  /** Where the endpoint takes a file. */
  files?: Files;
};

/** Ties a handler to its contract and policy: params, query, body and caller have the types that these declare. */
export function route<E extends Endpoint, P extends Policy>(
  endpoint: E,
  policy: P,
  run: (input: Input<E, P>) => Promise<Result>,
): Route {
  // The edge where the contract's types begin: mountRoutes calls `run` only with a checked input and an admitted caller.
  return { endpoint, policy, run: run as Route['run'] };
}
