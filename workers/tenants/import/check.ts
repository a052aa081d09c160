import type { TenantImportChecked } from '@crm/contracts/tenants/import.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { phaseAfter } from '@crm/events/lifecycles.ts';
import { TENANT_IMPORT_CHECK, TenantImportCheckTask } from '@crm/events/tenants/import.ts';
import {
  type AnyBatchKind,
  type BatchEnd,
  type BatchProblem,
  batchKind,
} from '@crm/platform/batches/kind.ts';
import { conflictsOf } from '@crm/platform/event-store/importing/conflicts.ts';
import { dropStaged } from '@crm/platform/event-store/importing/drop.ts';
import {
  completeStaging,
  type Misplaced,
  repeatedIds,
  stageEvents,
  startStaging,
} from '@crm/platform/event-store/importing/stage.ts';
import { readImport } from '@crm/platform/event-store/importing/write.ts';
import { dropFile, findFile, readFileAs } from '@crm/platform/files/files.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';
import { conflictTexts, refusedText } from './conflicts.ts';
import { type CheckedEvent, checkLine } from './event.ts';
import { readArchive, type Slice } from './read.ts';
import { ImportSummary } from './summary.ts';
import { openTally } from './tally.ts';
import { UnreadableArchive } from './tar.ts';

/** After so many problems the rest of an archive is not read. */
const MOST_PROBLEMS = 100;

/**
 * Reads an archive once: checks each event and stages it, and says what the archive contains, or each problem with its
 * file and line. Nothing of it is visible yet. After an interruption it starts again. The uploaded file is deleted at
 * the end.
 */
export const tenantImportCheck = (pool: Pool): AnyBatchKind =>
  batchKind<TenantImportCheckTask, null>({
    kind: TENANT_IMPORT_CHECK,
    task: TenantImportCheckTask,
    async run({ file }, { id, tenant: platform, signal, step }): Promise<BatchEnd> {
      const failed: BatchProblem[] = [];
      let reported = 0;
      let events = 0;
      const report = (item: string, message: string) =>
        failed.push({ n: failed.length + 1, outcome: 'failed', item, message });
      const save = async () => {
        const problems = failed.slice(reported);
        reported = failed.length;
        const counts = { successful: Math.max(events - failed.length, 0), skipped: 0, failed: failed.length };
        await step({ cursor: null, done: events, counts, problems });
      };
      /** Ends the check of an archive that is staged completely, or has problems. */
      const finish = async (summary: ImportSummary | null): Promise<BatchEnd> => {
        if (summary)
          for (const { item, message } of conflictTexts(await conflictsOf(pool, id), summary.archive))
            report(item, message);
        if (failed.length > 0) {
          await save();
          await dropStaged(pool, id);
        }
        await dropFile(pool, platform, file);
        return summary && failed.length === 0
          ? done(summary)
          : { kind: 'failed', message: refusedText(failed.length, MOST_PROBLEMS) };
      };

      const earlier = await readImport(pool, id);
      if (earlier && earlier.state !== 'staging') {
        // The process before this one died at the end of its check.
        events = earlier.staged;
        return finish(ImportSummary.parse(earlier.summary));
      }
      const kept = await asTenant(pool, platform, (db) => findFile(db, platform, file));
      if (!kept) return { kind: 'failed', message: 'The file is not kept any more: upload it again' };
      await startStaging(pool, id);

      const tally = openTally();
      let tenant: TenantId | null = null;
      let after = 0;

      const take = async ({ file: name, first, lines }: Slice) => {
        const before = events;
        const checked: CheckedEvent[] = [];
        /** By the number of the event. */
        const wrong: [n: number, problem: string][] = [];
        for (const [at, text] of lines.entries()) {
          const n = before + at + 1;
          const line = checkLine(text, { n, tenant, batch: id });
          if (line.kind === 'wrong') {
            wrong.push([n, line.problem]);
            continue;
          }
          tenant ??= line.checked.event.meta.tenant;
          checked.push(line.checked);
          const problem = tally.take(line.checked);
          if (problem !== null) wrong.push([n, problem]);
        }
        events += lines.length;
        if (tenant !== null && checked.length > 0) {
          const staged = checked.map(({ event }) => event);
          for (const event of await stageEvents(pool, { id, tenant, after, phaseAfter }, staged))
            wrong.push([event.n, misplacedText(event)]);
          after = staged.at(-1)?.n ?? after;
        }
        wrong.sort(([a], [b]) => a - b);
        for (const [n, problem] of wrong) report(`${name}, line ${first + n - before - 1}`, problem);
      };

      let exportedAt = '';
      try {
        const slices = readArchive(readFileAs(pool, platform, file));
        for (;;) {
          signal.throwIfAborted();
          const next = await slices.next();
          if (next.done) {
            exportedAt = next.value.exportedAt;
            if (next.value.tenant._id !== tenant && tenant !== null)
              report('manifest.json', 'tenant._id: Is another organization than that of the events');
            break;
          }
          await take(next.value);
          await save();
          if (failed.length >= MOST_PROBLEMS) {
            // A cast: nothing reads the value of a generator that is ended early.
            await slices.return?.(undefined as never);
            break;
          }
        }
      } catch (error) {
        if (!(error instanceof UnreadableArchive)) throw error;
        report('Archive', error.message);
      }
      if (failed.length === 0) {
        for (const n of await repeatedIds(pool, id, MOST_PROBLEMS))
          report(`Event ${n}`, 'id: Another event of the archive has the same id');
        for (const problem of tally.problems()) report('Archive', problem);
      }
      const archive = { ...tally.archive(), exportedAt };
      const names = tally.names();
      const subscription = tally.subscription();
      const summary = { archive, subscription: subscription.phase === 'none' ? null : subscription };
      if (failed.length > 0) return finish(null);
      await completeStaging(pool, id, { names, summary });
      return finish(summary);
    },
  });

function misplacedText(event: Misplaced): string {
  if (event.kind === 'revision') return `revision: Must be ${event.expected}, the next one of its stream`;
  return event.isFirst
    ? `type: No stream begins with ${event.type}`
    : `type: ${event.type} cannot follow the events before it in its stream`;
}

function done({ archive }: ImportSummary): BatchEnd {
  const result: TenantImportChecked = {
    message: `${archive.tenant.organizationName} can be imported`,
    archive,
  };
  return { kind: 'done', result };
}
