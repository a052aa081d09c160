import { randomUUID } from 'node:crypto';
import { logPositionOf } from '@crm/platform/event-store/eventstoredb/position.ts';
import { openEventStore } from '@crm/platform/event-store/open.ts';
import { rounded } from './figures.ts';
import { openBareClient } from './store-bare.ts';
import { append, type Done, followWith, sample, timed, writeFor } from './store-load.ts';

const IN_FLIGHT = 32;
const TURN_MS = 400;
const FOLLOWED = 20_000;
const CONSUMERS = 10;
/** Short turns, after one that is not counted. */
const TURNS = 15;

/**
 * The adapter of EventStoreDB beside the server's own client, in turns, because the load of a machine changes.
 * @returns appends per second of both
 */
export async function comparedWithBare(
  name: string,
  url: string,
): Promise<{ adapter: number; bare: number }> {
  const store = await openEventStore({ kind: 'eventstoredb', url });
  const bare = openBareClient(url);
  try {
    const appends = await inTurns({
      bare: () => writeFor(TURN_MS, IN_FLIGHT, () => bare.append('batch', sample())),
      adapter: () => writeFor(TURN_MS, IN_FLIGHT, () => append(store, 1)),
      unary: () => writeFor(TURN_MS, IN_FLIGHT, () => bare.append('unary', sample())),
      named: () => writeFor(TURN_MS, IN_FLIGHT, () => append(store, 1, [`bench:${randomUUID()}`])),
    });
    const after = await store.head();
    for (let written = 0; written < FOLLOWED; written += 100) await append(store, 100);
    const followed = await inTurns({
      bare: () => timed(() => bare.follow(logPositionOf(after), FOLLOWED)),
      adapter: () => followWith(CONSUMERS, store, after, FOLLOWED),
    });
    const print = (what: string, rate: Rate, floor: Rate) =>
      console.info(
        `${name}: ${what} ${rate.perSecond}/s (${rounded(rate.perSecond / floor.perSecond, 2)}), ${rate.cpu} µs of CPU`,
      );
    print('bare appends', appends.bare, appends.bare);
    print('bare appends, each a call', appends.unary, appends.bare);
    print('appends', appends.adapter, appends.bare);
    print('appends that reserve a name', appends.named, appends.adapter);
    print('one bare subscription', followed.bare, followed.bare);
    print(`${CONSUMERS} consumers`, followed.adapter, followed.bare);
    return { adapter: appends.adapter.perSecond, bare: appends.bare.perSecond };
  } finally {
    await Promise.all([store.close(), bare.close()]);
  }
}

type Rate = { perSecond: number; cpu: number };

async function inTurns<Name extends string>(
  loads: Record<Name, () => Promise<Done>>,
): Promise<Record<Name, Rate>> {
  const names = Object.keys(loads) as Name[]; // a cast: the keys of the record
  const done: { name: Name; result: Done }[] = [];
  for (let turn = 0; turn <= TURNS; turn += 1)
    for (const name of names) {
      const result = await loads[name]();
      if (turn > 0) done.push({ name, result });
    }
  const rateOf = (name: Name): Rate => {
    const own = done.filter((each) => each.name === name).map(({ result }) => result);
    const sum = (key: 'count' | 'seconds' | 'cpuMs') => own.reduce((all, each) => all + each[key], 0);
    return {
      perSecond: rounded(sum('count') / sum('seconds'), 0),
      cpu: rounded((sum('cpuMs') / sum('count')) * 1000, 0),
    };
  };
  return Object.fromEntries(names.map((name) => [name, rateOf(name)])) as Record<Name, Rate>; // a cast: has every name
}
