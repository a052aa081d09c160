import type { Pool } from 'pg';
import type { Position } from '../event-store/port.ts';
import { type Checkpoint, LeadershipLost } from './checkpoint.ts';
import { mergeCalls } from './merge-calls.ts';

/** How long a chore waits for those of other consumers, which are due at the same time. */
const JOIN_MS = 2;

/**
 * The regular statements of the consumers of a process, each as one statement for all consumers: some thirty consumers
 * would otherwise send 300 statements per second only to save positions, a quarter of all statements under load.
 */
export type Chores = {
  /** Saves a position that no batch saved, by compare-and-set. Throws LeadershipLost. */
  save: (from: Checkpoint, to: Position) => Promise<Checkpoint>;
  /** Whether a retry of dead letters is requested. Throws LeadershipLost. */
  retryIsRequested: (checkpoint: Checkpoint) => Promise<boolean>;
};

const choresOfPool = new WeakMap<Pool, Chores>();

/** The chores of all consumers that use a pool. */
export function choresOf(pool: Pool): Chores {
  const known = choresOfPool.get(pool);
  if (known) return known;
  const chores = openChores(pool);
  choresOfPool.set(pool, chores);
  return chores;
}

type Save = { from: Checkpoint; to: Position };
/** A leader whose row was found. */
type Found = { name: string; epoch: number };
const leaderOf = ({ name, epoch }: Found) => `${epoch} ${name}`;

function openChores(pool: Pool): Chores {
  const save = mergeCalls(JOIN_MS, async (saves: readonly Save[]) => {
    const checkpoints = saves.map(({ from }) => from);
    // A row that a batch of another process has locked delays the other saves until that batch ends.
    const { rows } = await pool.query<Found>({
      name: 'save positions',
      text: `update checkpoints c set position = s.upto
             from unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::text[])
               s (name, generation, epoch, position, upto)
             where c.name = s.name and c.generation = s.generation and c.epoch = s.epoch and c.position = s.position
             returning c.name, c.epoch`,
      values: [
        ...tokensOf(checkpoints),
        checkpoints.map(({ position }) => position),
        saves.map(({ to }) => to),
      ],
    });
    const saved = new Set(rows.map(leaderOf));
    return saves.map(({ from }) => saved.has(leaderOf(from)));
  });
  const lookForRetries = mergeCalls(JOIN_MS, async (checkpoints: readonly Checkpoint[]) => {
    const { rows } = await pool.query<Found & { requested: boolean }>({
      name: 'look for retries',
      text: `select c.name, c.epoch, exists (
               select from dead_letters d
                where d.name = c.name and d.generation = c.generation and d.retry_requested
             ) as requested
             from unnest($1::text[], $2::int[], $3::int[]) a (name, generation, epoch)
             join checkpoints c on c.name = a.name and c.generation = a.generation and c.epoch = a.epoch
              and c.state = 'live'`,
      values: tokensOf(checkpoints),
    });
    const found = new Map(rows.map((row) => [leaderOf(row), row.requested]));
    return checkpoints.map((checkpoint) => found.get(leaderOf(checkpoint)) ?? null);
  });
  return {
    async save(from, to) {
      if (!(await save({ from, to }))) throw new LeadershipLost(from);
      return { ...from, position: to };
    },
    async retryIsRequested(checkpoint) {
      const requested = await lookForRetries(checkpoint);
      if (requested === null) throw new LeadershipLost(checkpoint);
      return requested;
    },
  };
}

const tokensOf = (checkpoints: readonly Checkpoint[]) => [
  checkpoints.map(({ name }) => name),
  checkpoints.map(({ generation }) => generation),
  checkpoints.map(({ epoch }) => epoch),
];
