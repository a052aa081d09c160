import type { Refusal } from '@crm/contracts/refusals.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';
import { type CommandDependencies, type Executed, execute } from '../commands/execute.ts';
import type { Execution } from '../commands/execution.ts';
import { isRefused, type Refused } from '../http/result.ts';
import type { Places, Quota } from './places.ts';

/** A limit on how many streams a command may create, and what happens above it. */
export type Limited<Command> = {
  places: Places;
  quota: Quota;
  /** The command to carry out when all places are taken, or the refusal. */
  over: Command | Refused;
};

/**
 * Executes a command in a place under a limit: the place is reserved in the same append as the events. Without a free
 * place, `over` applies. A repeated command needs no place.
 */
export async function executeInPlace<State, Command, Types extends EventTypes, R extends Refusal>(
  dependencies: CommandDependencies,
  execution: Execution<State, Command, Types, R>,
  { places, quota, over }: Limited<Command>,
): Promise<Executed<EventOf<Types>> | Refused> {
  for (;;) {
    const place = await places.take(quota);
    if (!place) return execute(dependencies, { ...execution, command: over });
    let isTaken = false;
    try {
      const reserve = [...(execution.reserve ?? []), place.name];
      const done = await execute(dependencies, { ...execution, reserve });
      const isElsewhere = isRefused(done) && done.taken === place.name;
      isTaken = isElsewhere || (done.kind === 'executed' && done.appended);
      if (!isElsewhere) return done;
    } finally {
      if (isTaken) place.taken();
      else place.untaken();
    }
  }
}
