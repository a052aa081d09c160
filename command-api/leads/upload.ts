import { randomUUID } from 'node:crypto';
import type { Batch } from '@crm/contracts/batches/batches.ts';
import { uploadLeads } from '@crm/contracts/leads/upload.ts';
import { uploadAnswer } from '@crm/contracts/leads/upload-answer.ts';
import { isUploadColumn } from '@crm/contracts/leads/upload-columns.ts';
import { MAX_UPLOAD_ERRORS } from '@crm/contracts/leads/upload-results.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { OfferId, type TenantId } from '@crm/events/ids.ts';
import { UPLOAD, UPLOAD_CHECK, type UploadTask } from '@crm/events/leads/upload.ts';
import { tenantStream } from '@crm/events/streams.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { plainDefaults } from '@crm/events/tenants/settings.ts';
import { problemsOf } from '@crm/platform/batches/problems.ts';
import { answerBatch, type Finished } from '@crm/platform/batches/start.ts';
import { actorOf, type CommandId, commandIdOf, sentBy } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { fileOfBatch } from '@crm/platform/files/file-of-batch.ts';
import { dropFile, FILE_KEPT_MS, type KeptFile, readText, writeFile } from '@crm/platform/files/files.ts';
import type { Caller } from '@crm/platform/http/caller.ts';
import { type SessionPolicy, tenantAdmins } from '@crm/platform/http/policy.ts';
import { isRefused, type Refused, type Result, refused } from '@crm/platform/http/result.ts';
import { type Input, type Route, route } from '@crm/platform/http/route.ts';
import type { Deps } from '../handle/deps.ts';
import { operatorOf } from './assign.ts';
import { offerOf } from './offer-of.ts';
import { uploadedFile } from './uploaded-file.ts';

type UploadInput = Input<typeof uploadLeads, SessionPolicy>;

/**
 * Uploads leads from a spreadsheet. The file is stored while it arrives, and a batch imports it. The call answers with
 * the batch's result when it ends in time, otherwise with 202.
 */
export const upload = (deps: Deps): Route => ({
  ...route(uploadLeads, tenantAdmins, (input) => answer(input, deps)),
  files: {
    keep: (caller) => (file) => {
      const { name, bytes } = file;
      const expiresAt = new Date(Date.now() + FILE_KEPT_MS);
      const type = 'application/octet-stream';
      return writeFile(
        deps.commandPool,
        { id: randomUUID(), tenant: tenantOf(caller), name, type, expiresAt },
        bytes,
      );
    },
    drop: (caller, { id }) => dropFile(deps.commandPool, tenantOf(caller), id),
  },
});

function tenantOf(caller: Caller): TenantId {
  if (caller.kind !== 'user') throw new Error('An admin has a session');
  return caller.tenant;
}

async function answer(input: UploadInput, deps: Deps): Promise<Result> {
  const { query, body, caller, origin, guard, idempotencyKey } = input;
  const file = await uploadedFile(input, deps.commandPool);
  if (isRefused(file)) return file;
  const commandId = commandIdOf({
    caller: caller.id,
    call: `POST ${uploadLeads.path} ${query.preview ? 'preview' : ''}`,
    key: idempotencyKey,
    body: { ...body, file: input.file?.sha256 },
  });
  const task = await taskOf(input, file, deps);
  if (!query.preview && !isRefused(task)) {
    const remembered = await remember(input, commandId, deps);
    if (isRefused(remembered)) return remembered;
  }
  const id = derivedId(commandId.id, 'batch');
  const start = {
    kind: query.preview ? UPLOAD_CHECK : UPLOAD,
    title: query.preview ? `Check ${file.name}` : `Upload ${file.name}`,
    total: null,
  };
  const batch = {
    id,
    ...(isRefused(task) ? { refusal: task } : { ...start, task }),
    ...sentBy({ caller, origin, guard }),
    commandId,
  };
  const answerOf = async ({ position }: Finished, ended: Batch): Promise<Result> => {
    const problems = await problemsOf(deps.commandPool, caller.tenant, id, {
      from: 0,
      limit: MAX_UPLOAD_ERRORS,
    });
    const rows = query.preview ? await readText(deps.commandPool, caller.tenant, fileOfBatch(id)) : null;
    const outcome = uploadAnswer(ended, { problems, rows });
    // Also without success: leads that were saved before stay.
    if (outcome.kind !== 'done') return { ...outcome, position };
    return { ...outcome, status: query.preview ? 200 : 201, position };
  };
  const result = await answerBatch(deps, batch, answerOf, body.wait);
  return result.kind === 'done' && result.status === 202
    ? { ...result, data: { ...Object(result.data), kind: 'running', fileId: file.id } }
    : result;
}

async function taskOf(
  { body, caller, file: newFile }: UploadInput,
  file: KeptFile,
  { lookups }: Deps,
): Promise<UploadTask | Refused> {
  const offerId = OfferId.parse(body.offer.offerId);
  const offer = await offerOf(lookups, caller.tenant, offerId);
  if (isRefused(offer)) return offer;
  if (!offer.isActive) return refused('offer-inactive');
  const operators: UploadTask['operators'] = [];
  for (const { userId, value } of body.users) {
    const operator = await operatorOf(lookups, caller.tenant, userId);
    if (isRefused(operator))
      return refused('operator-not-found', { errors: { users: 'Operator not found' } });
    operators.push({ ...operator, value });
  }
  const settings = await lookups.tenantSettings(caller.tenant);
  return {
    file: { id: file.id, name: file.name, size: Number(file.size), keptUntil: file.expiresAt.toISOString() },
    isFileNew: newFile !== null,
    offer: { id: offerId, name: offer.name, price: offer.price, currency: offer.currency },
    useOfferPrice: body.offer.useOfferPrice,
    operators,
    dateOrder: body.dateOrder,
    timeZone: settings?.timeZone ?? plainDefaults.timeZone,
    mapping: body.mapping,
    remembered: { ...settings?.uploadColumns },
  };
}

/** Stores the form's column mapping for the next file. Columns with known names need no mapping. */
async function remember(
  { body, caller, origin, guard }: UploadInput,
  commandId: CommandId,
  deps: Deps,
): Promise<Refused | null> {
  const columns = Object.fromEntries(Object.entries(body.mapping).filter(([name]) => !isUploadColumn(name)));
  if (Object.keys(columns).length === 0) return null;
  const done = await execute(deps, {
    aggregate: tenants,
    stream: tenantStream(caller.tenant),
    tenant: caller.tenant,
    command: { type: 'MapUploadColumns', columns },
    actor: actorOf(caller),
    origin,
    guard,
    commandId: { ...commandId, id: derivedId(commandId.id, 'columns') },
    creates: false,
  });
  return isRefused(done) ? done : null;
}
