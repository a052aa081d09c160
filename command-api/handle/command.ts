import type { Endpoint } from '@crm/contracts/endpoint.ts';
import type { Refusal } from '@crm/contracts/refusals.ts';
import type { EventTypes } from '@crm/events/language/define.ts';
import type { Guard } from '@crm/platform/access/access.ts';
import type { Aggregate } from '@crm/platform/commands/aggregate.ts';
import type { Caller } from '@crm/platform/http/caller.ts';
import type { Policy } from '@crm/platform/http/policy.ts';
import { isRefused, type Result } from '@crm/platform/http/result.ts';
import { type Input, type Route, route } from '@crm/platform/http/route.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { CommandRoute, Lock, LockInput } from './command-route.ts';
import type { Deps } from './deps.ts';
import { runCommand } from './run-command.ts';

export type CommandDeclaration = (deps: Deps) => Route;

/**
 * `commandOn(leads)` declares commands on leads. The aggregate is a separate argument so that TypeScript checks the
 * commands exactly.
 */
export function commandOn<State, Command, Types extends EventTypes, R extends Refusal>(
  aggregate: Aggregate<State, Command, Types, R>,
) {
  return <E extends Endpoint, P extends Policy>(
    declared: CommandRoute<E, P, Command, Types>,
  ): CommandDeclaration => {
    const { endpoint, lock } = declared;
    const policy: Policy = declared.policy;
    if (lock && policy.credential !== 'session') throw lockWithoutSession(endpoint);
    return (deps) =>
      route(endpoint, declared.policy, (input) =>
        lock
          ? underLock({ endpoint, policy, lock, deps }, input, ({ guard, db }) =>
              runCommand(aggregate, declared, { ...input, guard }, { ...deps, db }),
            )
          : runCommand(aggregate, declared, input, { ...deps, db: deps.pool }),
      );
  };
}

type Locked<E extends Endpoint, P extends Policy> = {
  endpoint: E;
  policy: Policy;
  lock: Lock<LockInput<E, P>>;
  deps: Deps;
};

/** Runs a command while it alone changes an account, or the phase of a tenant. */
async function underLock<E extends Endpoint, P extends Policy>(
  { endpoint, policy, lock, deps }: Locked<E, P>,
  request: Input<E, P>,
  run: (change: { guard: Guard; db: Db }) => Promise<Result>,
): Promise<Result> {
  const caller: Caller = request.caller;
  if (caller.kind !== 'user' || policy.credential !== 'session') throw lockWithoutSession(endpoint);
  const by = { caller, policy };
  if (lock.of === 'account') {
    const account = await lock.find({ ...request, caller }, deps);
    return isRefused(account) ? account : deps.access.changeAccount(by, account, run);
  }
  const tenant = await lock.find({ ...request, caller }, deps);
  return isRefused(tenant) ? tenant : deps.access.changeTenant(by, tenant, run);
}

const lockWithoutSession = ({ method, path }: Endpoint) =>
  new Error(`${method} ${path} has a lock, which needs a session`);
