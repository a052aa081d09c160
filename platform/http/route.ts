import type { Endpoint, Received } from '@crm/contracts/endpoint.ts';
import type { Guard } from '../access/access.ts';
import type { Position } from '../event-store/port.ts';
import type { KeptFile } from '../files/files.ts';
import type { Caller, Origin, SignedInCaller } from './caller.ts';
import type { Files } from './keeping-file.ts';
import type { Policy } from './policy.ts';
import type { Result } from './result.ts';

/** Those who pass a policy: everybody but the guests of 'anyone' and 'partner' has a session. */
type CallerUnder<P extends Policy> = P extends 'anyone'
  ? Caller
  : P extends 'partner'
    ? { kind: 'anonymous' }
    : SignedInCaller;

/** A request that passed its policy and its contract. */
export type Input<E extends Endpoint = Endpoint, P extends Policy = Policy> = {
  caller: CallerUnder<P>;
  origin: Origin;
  /** For every append on behalf of the caller. */
  guard: Guard;
  params: Received<E, 'params'>;
  query: Received<E, 'query'>;
  body: Received<E, 'body'>;
  /** What came with the form, where the endpoint takes a file and one was sent. */
  file: KeptFile | null;
  idempotencyKey: string | null;
  apiKey: string | null;
  /** The bearer token itself, for signing out; never logged. */
  token: string | null;
  /** Where the caller's last command stood: what is read must be at least as new. */
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

/** Ties a handler to its contract: inside, params, query and body have the contract's types. */
export function route<E extends Endpoint, P extends Policy>(
  endpoint: E,
  policy: P,
  run: (input: Input<E, P>) => Promise<Result>,
): Route {
  // The edge where the contract's types begin: mountRoutes calls run only with what checkInput and refusedBy let through.
  return { endpoint, policy, run: run as Route['run'] };
}
