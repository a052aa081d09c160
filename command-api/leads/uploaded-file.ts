import type { uploadLeads } from '@crm/contracts/leads/upload.ts';
import {
  compoundProblem,
  contentKind,
  contentProblem,
  HEAD_BYTES,
  zipProblem,
} from '@crm/contracts/leads/upload-file.ts';
import { texts } from '@crm/contracts/texts.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { findFile, type KeptFile, readPartAs } from '@crm/platform/files/files.ts';
import type { SessionPolicy } from '@crm/platform/http/policy.ts';
import { type Refused, refused } from '@crm/platform/http/result.ts';
import type { Input } from '@crm/platform/http/route.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';
import { compoundNames, zipNames } from './container-names.ts';

/** The file of this request unless its content is of another type, or the file that an earlier call stored. */
export async function uploadedFile(
  { file, body, caller }: Input<typeof uploadLeads, SessionPolicy>,
  pool: Pool,
): Promise<KeptFile | Refused> {
  if (file) {
    const problem = await problemOf(pool, caller.tenant, file);
    return problem === null ? file : refused('bad-input', { errors: { file: problem } });
  }
  const { fileId } = body;
  if (fileId === undefined) return refused('bad-input', { errors: { file: texts.required } });
  const kept = await asTenant(pool, caller.tenant, (db) => findFile(db, caller.tenant, fileId));
  return kept ?? refused('file-gone', { errors: { fileId: 'The file is not kept any more: send it again' } });
}

/** Why a stored file is certainly no spreadsheet, from its first bytes and its table of contents. */
async function problemOf(pool: Pool, tenant: TenantId, { id, size }: KeptFile): Promise<string | null> {
  const read = (at: number, length: number) => readPartAs(pool, { tenant, id }, at, length);
  const head = await read(0, HEAD_BYTES);
  const problem = contentProblem(head);
  if (problem !== null) return problem;
  const kind = contentKind(head);
  switch (kind) {
    case 'text':
      return null;
    case 'zip': {
      const names = await zipNames(read, Number(size));
      return names && zipProblem(names);
    }
    case 'compound': {
      const names = await compoundNames(read);
      return names && compoundProblem(names);
    }
    default:
      return kind satisfies never;
  }
}
