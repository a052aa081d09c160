import { type Callers, openCallers } from './callers.ts';
import { openSender, type Send } from './send.ts';
import type { Target } from './target.ts';
import { makeThings, type Things } from './things.ts';

/** Two tenants with one entity of each kind, and a caller of each kind. */
export type World = {
  target: Target;
  send: Send;
  callers: Callers;
  /** The entities of the tenant whose admin is 'admin'. */
  things: Things;
  /** The entities of the tenant whose admin is 'rival admin'. */
  rivalThings: Things;
};

/** Prepares a running product for an attack; `close` ends its connections. */
export async function openWorld(target: Target): Promise<World & { close: () => Promise<void> }> {
  const { send, close } = openSender(target.port, 'attack');
  const callers = await openCallers(send, target.pool);
  const [things, rivalThings] = await Promise.all([
    makeThings(send, callers.admin.token, callers.operator, 'demo'),
    makeThings(send, callers['rival admin'].token, callers['rival operator'], 'rival'),
  ]);
  return { target, send, callers, things, rivalThings, close };
}

/** The number of events per request tag; with `tenant`, only its events. */
export async function eventsByTag({ pool }: Target, tenant?: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ tag: string; n: number }>(
    `select meta->>'userAgent' as tag, count(*)::int as n from event_store.events
      where meta->>'userAgent' is not null and ($1::text is null or meta->>'tenant' = $1) group by 1`,
    [tenant ?? null],
  );
  return new Map(rows.map(({ tag, n }) => [tag, n]));
}
