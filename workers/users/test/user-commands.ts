import type { Actor } from '@crm/events/envelope/envelope.ts';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import { userStream } from '@crm/events/streams.ts';
import { users } from '@crm/events/users/aggregate.ts';
import type { UserCommand } from '@crm/events/users/decide.ts';
import { bySystem, newCommandId } from '@crm/platform/commands/envelope.ts';
import { type CommandDependencies, execute } from '@crm/platform/commands/execute.ts';

/** Performs commands on users of a tenant, without what the commands' calls do after them. */
export const userCommands =
  (deps: CommandDependencies, tenant: TenantId) =>
  (id: UserId, command: UserCommand, actor: Actor = bySystem('test').actor) =>
    execute(deps, {
      aggregate: users,
      stream: userStream(id),
      tenant,
      command,
      ...bySystem('test'),
      actor,
      commandId: newCommandId(),
      creates: command.type === 'CreateUser',
    });
