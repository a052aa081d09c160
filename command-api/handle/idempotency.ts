import type { CommandId } from '@crm/platform/commands/envelope.ts';
import { type Result, refused } from '@crm/platform/http/result.ts';
import type { Pool } from 'pg';

type Answer = Extract<Result, { kind: 'done' }>;
/** The result of a call. `isFinal` is false if a retry may succeed for a part of it. */
export type Done = { answer: Answer; isFinal: boolean };

/** The answer of an earlier call with this key and request; null if there was none, or its result is not final. */
export async function storedAnswer(pool: Pool, key: CommandId): Promise<Answer | null> {
  if (!key.keyed) return null;
  const { rows } = await pool.query<{ answer: Answer | null }>(
    'select answer from repeats where command_id = $1 and request_hash = $2',
    [key.id, key.requestHash],
  );
  return rows[0]?.answer ?? null;
}

/**
 * Runs a keyed call once and returns the first answer to every repeat. For calls on several streams; a single stream
 * recognises its commands itself. `act` must be safe to repeat: a call that was interrupted, or whose result is not
 * final, runs again, and of two concurrent calls both run. Refuses another request under the same key with 'key-reused'.
 */
export async function runOncePerKey(pool: Pool, key: CommandId, act: () => Promise<Done>): Promise<Result> {
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
  const { answer, isFinal } = await act();
  if (!isFinal) return answer;
  // Of two concurrent calls, the answer of the first to end is stored.
  const { rows: kept } = await pool.query<{ answer: Answer }>(
    'update repeats set answer = coalesce(answer, $2) where command_id = $1 returning answer',
    [key.id, JSON.stringify(answer)],
  );
  return kept[0]?.answer ?? answer;
}
