import type { Refusal } from '@crm/contracts/refusals.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import { OfferId, PlanId, TenantId, UserId } from '@crm/events/ids.ts';
import type { EventTypes } from '@crm/events/language/define.ts';
import { keyedCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import type { Execution } from '@crm/platform/commands/execution.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { executeInPlace } from '@crm/platform/places/execute-in-place.ts';
import type { Quota } from '@crm/platform/places/places.ts';
import type { Deps } from '../handle/deps.ts';

/** Demo commands have no request, so no caller's access is checked. */
export type DemoDeps = Pick<Deps, 'store' | 'lookups' | 'forgetLookup' | 'pool' | 'places'>;

const DEMO = '3b0d7f0c-5a68-4a7e-8f43-6c1f3a2f9e10';

export const demoTenantId = (name: string) => TenantId.parse(derivedId(DEMO, `tenant ${name}`));
export const demoUserId = (email: string) => UserId.parse(derivedId(DEMO, `user ${email}`));
export const demoPlanId = (name: string) => PlanId.parse(derivedId(DEMO, `plan ${name}`));
export const demoOfferId = (tenant: string, name: string) =>
  OfferId.parse(derivedId(DEMO, `offer ${tenant} ${name}`));

/** Origin of demo events; the address is reserved for documentation. */
export const demoOrigin = { ip: '203.0.113.10', userAgent: 'demo data', referer: null };
const demoActor: Actor = { kind: 'system', name: 'demo data' };

/** The id of a command of the demo is derived from its name, so that a repeated seeding changes nothing. */
export const demoCommandId = (name: string) => keyedCommandId(derivedId(DEMO, name));

/**
 * Runs one command of the demo.
 *
 * @param what with a quota, the command takes a place of it, as long as there is one: the demo has all its leads
 */
export async function perform<State, Command, Types extends EventTypes, R extends Refusal>(
  deps: DemoDeps,
  name: string,
  what: Pick<Execution<State, Command, Types, R>, 'aggregate' | 'stream' | 'tenant' | 'command'> &
    Partial<Pick<Execution<State, Command, Types, R>, 'actor' | 'origin'>> & { quota?: Quota | null },
): Promise<void> {
  const { quota = null, ...more } = what;
  const commandId = demoCommandId(name);
  const execution = { actor: demoActor, origin: demoOrigin, ...more, commandId, creates: false };
  const { places } = deps;
  const done = quota
    ? await executeInPlace(deps, execution, { places, quota, over: what.command })
    : await execute(deps, execution);
  if (done.kind === 'refused' && done.refusal === 'unavailable')
    throw new RetryLater(`The demo's command '${name}' was not accepted`);
  if (done.kind === 'refused') throw new Error(`The demo's command '${name}' was refused: ${done.refusal}`);
}
