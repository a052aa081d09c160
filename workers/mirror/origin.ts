import { type Position, START } from '@crm/platform/event-store/port.ts';
import type { TopicState } from '@crm/platform/kafka/client.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { type Checkpoint, move } from '@crm/platform/runner/checkpoint.ts';
import type { Pool } from 'pg';

/** Where a mirror continues, how its messages are spread, and what an operator should know about it. */
export type Origin = { from: Checkpoint; history: string; partitions: number; notice: string | null };

type Target = { topic: string; cluster: string; state: TopicState };
type Known = { history: string; sameHistory: boolean; cluster: string | null; partitions: number | null };

/**
 * Finds where the mirror continues. It begins with the first event when its topic is new or was created again, is in
 * another cluster, or when the events are another history than before: otherwise events would be missing in the topic.
 * Throws LeadershipLost.
 */
export async function originOf(
  pool: Pool,
  from: Checkpoint,
  { topic, cluster, state }: Target,
): Promise<Origin> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<Known>(
      `select f.id as history, coalesce(m.history = f.id, false) as "sameHistory", m.cluster, m.partitions
         from followed_history f left join event_mirrors m on m.topic = $1`,
      [topic],
    );
    const [known] = rows;
    if (!known) throw new Error('The event store was not opened yet');
    const { history, partitions } = known;
    const why = whyFromTheStart(known, from, { topic, cluster, state });
    if (why === null && partitions !== null)
      return { from, history, partitions, notice: noticeOf(topic, partitions, state.partitions) };
    await tx.query(
      `insert into event_mirrors (topic, cluster, history, partitions) values ($1, $2, $3, $4)
       on conflict (topic) do update set cluster = $2, history = $3, partitions = $4`,
      [topic, cluster, history, state.partitions],
    );
    return { from: await move(tx, from, START), history, partitions: state.partitions, notice: why };
  });
}

/** Why the mirror begins with the first event although it has a checkpoint; null if it continues. */
function whyFromTheStart(known: Known, from: Checkpoint, { topic, cluster, state }: Target): string | null {
  if (known.cluster === null || known.partitions === null) return 'Every event is sent from the first one on';
  const again = (what: string) => `${what}: every event is sent again, from the first one on`;
  if (known.cluster !== cluster)
    return again(`KAFKA_BROKERS is another cluster than before (${cluster}, it was ${known.cluster})`);
  if (!known.sameHistory) return again('The event store is another one than before');
  const recreated = `Topic ${topic} was created again`;
  if (from.position !== START && isUnused(state)) return again(recreated);
  if (state.partitions < known.partitions)
    return again(`${recreated} with ${state.partitions} partitions instead of ${known.partitions}`);
  return null;
}

const isUnused = ({ ends }: TopicState): boolean => [...ends.values()].every((end) => end === 0n);

/** Lets the next mirror of a topic begin with the first event. */
export async function forgetTopic(pool: Pool, topic: string): Promise<void> {
  await pool.query('delete from event_mirrors where topic = $1', [topic]);
}

const noticeOf = (topic: string, used: number, has: number): string | null =>
  has === used
    ? null
    : `Topic ${topic} has ${has} partitions instead of ${used}: streams stay in the first ${used}, so that each keeps its order; to use all, set KAFKA_TOPIC to a new topic`;

/** The number of a position, where positions are numbers without gaps (the event store on Postgres); else null. */
export function numberOf(position: Position): number | null {
  if (position === START) return 0;
  return /^\d+$/.test(position) ? Number(position) : null;
}
