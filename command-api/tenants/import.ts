import { randomUUID } from 'node:crypto';
import { checkTenantArchive, importTenant } from '@crm/contracts/tenants/import.ts';
import { texts } from '@crm/contracts/texts.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import {
  TENANT_IMPORT,
  TENANT_IMPORT_CHECK,
  TenantImportCheckTask,
  type TenantImportTask,
} from '@crm/events/tenants/import.ts';
import { readBatch, type Started, startBatch } from '@crm/platform/batches/start.ts';
import { commandIdOf, sentBy } from '@crm/platform/commands/envelope.ts';
import type { EventStoreConfig } from '@crm/platform/event-store/open.ts';
import { dropFile, FILE_KEPT_MS, writeFile } from '@crm/platform/files/files.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import { isRefused, type Refused, type Result, refused } from '@crm/platform/http/result.ts';
import { type Input, type Route, route } from '@crm/platform/http/route.ts';
import type { Deps } from '../handle/deps.ts';

const NEEDS_POSTGRES =
  'Organizations can be imported only where the events are in Postgres: EventStoreDB stores each event with the time of its append';
const NOT_CHECKED = 'This archive is not checked, or its check found problems: upload it again';

/**
 * Starts the check of an uploaded archive. Refuses with 'import-not-possible' on EventStoreDB, which stores each event
 * with the time of its append.
 */
export const checkArchive =
  (storeKind: EventStoreConfig['kind']) =>
  (deps: Deps): Route => ({
    ...route(checkTenantArchive, superAdmins, async (input) => {
      const { file } = input;
      if (storeKind === 'eventstoredb') return refused('import-not-possible', { message: NEEDS_POSTGRES });
      if (!file) return refused('bad-input', { errors: { file: texts.required } });
      const task: TenantImportCheckTask = { file: file.id };
      const call = `POST ${checkTenantArchive.path}`;
      const title = `Check ${file.name}`;
      const batch = { kind: TENANT_IMPORT_CHECK, title, task, call, request: file.sha256 };
      const started = await start(input, deps, batch);
      // A repeat: the batch checks the file of the first call.
      if (!isRefused(started) && TenantImportCheckTask.parse(started.task).file !== file.id)
        await dropFile(deps.commandPool, PLATFORM_TENANT, file.id);
      return answerTo(started);
    }),
    files: {
      keep:
        () =>
        ({ name, bytes }) =>
          writeFile(
            deps.commandPool,
            {
              id: randomUUID(),
              tenant: PLATFORM_TENANT,
              name,
              type: 'application/gzip',
              expiresAt: new Date(Date.now() + FILE_KEPT_MS), // the check deletes it at its end
            },
            bytes,
          ),
      drop: (_, { id }) => dropFile(deps.commandPool, PLATFORM_TENANT, id),
    },
  });

/** Starts the import of a checked archive. Refuses with 'file-gone'. */
export const importArchive = (deps: Deps): Route =>
  route(importTenant, superAdmins, async (input) => {
    const check = await readBatch(deps.store, PLATFORM_TENANT, input.body.checkId);
    if (check?.kind !== TENANT_IMPORT_CHECK || check.state !== 'done')
      return refused('file-gone', { message: NOT_CHECKED });
    const task: TenantImportTask = { check: check._id };
    const title = check.title.replace(/^Check/, 'Import');
    const call = `POST ${importTenant.path}`;
    return answerTo(await start(input, deps, { kind: TENANT_IMPORT, title, task, call, request: task }));
  });

type Starting = {
  kind: string;
  title: string;
  task: TenantImportCheckTask | TenantImportTask;
  call: string;
  /** What a repeat under the same Idempotency-Key must equal. */
  request: unknown;
};

function start(
  {
    caller,
    origin,
    guard,
    idempotencyKey,
  }: Pick<Input<typeof importTenant, typeof superAdmins>, 'caller' | 'origin' | 'guard' | 'idempotencyKey'>,
  deps: Deps,
  { call, request, ...batch }: Starting,
): Promise<Started | Refused> {
  const commandId = commandIdOf({ caller: caller.id, call, key: idempotencyKey, body: request });
  const id = derivedId(commandId.id, 'batch');
  return startBatch(deps, {
    id,
    total: null,
    ...batch,
    ...sentBy({ caller, origin, guard }),
    commandId,
  });
}

function answerTo(started: Started | Refused): Result {
  if (isRefused(started)) return started;
  const { id, position } = started;
  return { kind: 'done', status: 202, data: { batchId: id }, position };
}
