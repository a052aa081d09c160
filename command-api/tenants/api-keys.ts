import { createApiKey, revokeApiKey } from '@crm/contracts/tenants/api-keys.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { tenantStream } from '@crm/events/streams.ts';
import { storeApiKey } from '@crm/platform/access/api-keys.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import type { Partners } from '@crm/platform/net/partners.ts';
import { tenantCommand } from '../handle/aggregate-commands.ts';
import type { CommandDeclaration } from '../handle/command.ts';

const idOf = (command: { id: string }) => derivedId(command.id, 'api-key');

/** The routes that create and revoke API keys. The key's hash is stored after the event, before the answer. */
export function apiKeyCommands({ secrets }: Pick<Partners, 'secrets'>): CommandDeclaration[] {
  /** Derived from the command, so that a repeat returns the same key. */
  const keyOf = (tenant: TenantId, command: { id: string }) =>
    secrets.make(['api-key', tenant, command.id], 'crm_');

  const create = tenantCommand({
    endpoint: createApiKey,
    policy: tenantAdmins,
    plan: ({ body, caller, commandId }) => ({
      stream: tenantStream(caller.tenant),
      command: { type: 'CreateApiKey', id: idOf(commandId), name: body.name },
    }),
    after: async ({ caller, commandId }, _, { pool }) => {
      const { tenant } = caller;
      await storeApiKey(pool, { id: idOf(commandId), tenant }, keyOf(tenant, commandId));
    },
    answer: ({ input: { caller, commandId } }) => ({
      message: 'API key created successfully',
      data: { _id: idOf(commandId), key: keyOf(caller.tenant, commandId) },
    }),
  });

  const revoke = tenantCommand({
    endpoint: revokeApiKey,
    policy: tenantAdmins,
    plan: ({ params, caller }) => ({
      stream: tenantStream(caller.tenant),
      command: { type: 'RevokeApiKey', id: params.id },
    }),
    answer: () => ({ message: 'API key revoked successfully', data: {} }),
  });

  return [create, revoke];
}
