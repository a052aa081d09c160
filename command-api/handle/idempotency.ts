import type { CommandId } from '@crm/platform/commands/envelope.ts';
import { type Result, refused } from '@crm/platform/http/result.ts';
import type { Pool } from 'pg';

type Answer = Extract<Result, { kind: 'done' }>;
/** What was done; not settled where some of it might go well another time. */
export type Done = { answer: Answer; settled: boolean };

/**
 * Does what a key asks for once, and gives every repeat the first one's answer. For calls that act on many streams;
 * a single stream knows its commands itself. What is done must be safe to do again: a call that was cut off
 * or not settled goes on, and of two at once both do it. Another request under the same key is refused.
 */
export async function onceUnder(pool: Pool, key: CommandId, act: () => Promise<Done>): Promise<Result> {
  if (!key.keyed) return (await act()).answer;
  const { rows } = await pool.query<{ request_hash: string; answer: Answer | null }>(
    `insert into repeats (command_id, request_hash) values ($1, $2)
     on conflict (command_id) do update set command_id = excluded.command_id
     returning request_hash, answer`,
    [key.id, key.requestHash],
  );
  const [known] = rows;
  if (known?.request_hash !== key.requestHash) return refused('key-reused');
  if (known?.answer) return known.answer;
  const { answer, settled } = await act();
  if (!settled) return answer;
  // Of two at once the first to end is the one that counts.
  const { rows: kept } = await pool.query<{ answer: Answer }>(
    'update repeats set answer = coalesce(answer, $2) where command_id = $1 returning answer',
    [key.id, JSON.stringify(answer)],
  );
  return kept[0]?.answer ?? answer;
}
