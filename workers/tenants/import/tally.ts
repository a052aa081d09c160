import type { TenantArchive } from '@crm/contracts/tenants/import.ts';
import { accountsIn } from '@crm/events/accounts.ts';
import type { TenantId } from '@crm/events/ids.ts';
import type { Decider } from '@crm/events/language/decider.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';
import { leadEvents } from '@crm/events/leads/events.ts';
import { savedReports } from '@crm/events/saved-reports/aggregate.ts';
import { userStream } from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import type { Subscription } from '@crm/events/subscriptions/state.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { settingsOf } from '@crm/events/tenants/state.ts';
import { users } from '@crm/events/users/aggregate.ts';
import type { DomainEvent } from '@crm/events/versions.ts';
import { views } from '@crm/events/views/aggregate.ts';
import type { UniqueNames } from '@crm/platform/commands/aggregate.ts';
import type { ReservedName } from '@crm/platform/event-store/importing/stage.ts';
import type { CheckedEvent } from './event.ts';

/** Accounts, views and saved reports of an archive: their states are in memory. */
const MOST_NAMED = 20_000;

export type Tally = {
  /** Counts an event. @returns what is wrong with it after the events before it; null for nothing */
  take: (checked: CheckedEvent) => string | null;
  /** The problems of the organisation as a whole. */
  problems: () => string[];
  archive: () => Omit<TenantArchive, 'exportedAt'>;
  names: () => ReservedName[];
  subscription: () => Subscription;
};

/** Folds what an import has to know of an archive: reserved names, the subscription, and counts for the super admin. */
export function openTally(): Tally {
  const organisation = folding(tenants);
  const billing = folding(subscriptions);
  const accounts = folding(users);
  const named = [accounts, folding(views), folding(savedReports)];
  const all = [organisation, billing, ...named];
  let tenant: TenantId | null = null;
  let [events, leads] = [0, 0];
  let [from, to] = ['', ''];

  const own = () => [...organisation.states.values()][0];
  const settings = () => {
    const state = own();
    return state ? settingsOf(state) : null;
  };
  const names = () => {
    const of = tenant;
    return of === null ? [] : named.flatMap((each) => each.names(of));
  };

  return {
    take({ event, data }) {
      tenant ??= event.meta.tenant;
      events += 1;
      const at = event.at.toISOString();
      if (from === '' || at < from) from = at;
      if (at > to) to = at;
      leads += leadsBy(event.type, data);
      for (const each of all) each.take(event.stream, event.type, data);
      if (accounts.states.size > MOST_NAMED) return null;
      // A cast: the data was checked by the schema of this type.
      const named = accountsIn({ type: event.type, data } as DomainEvent, event.stream);
      const unknown = named.find((id) => !accounts.states.has(userStream(id)));
      return unknown === undefined ? null : `The account ${unknown} is not in the archive`;
    },
    problems() {
      const found: string[] = [];
      const phase = own()?.phase ?? 'none';
      if (phase === 'none') found.push('The archive has no event TenantCreated');
      if (phase === 'deleted' || phase === 'erased')
        found.push('The organization is deleted. Restore it where it was exported, and export it again.');
      const reserved = names();
      if (named.reduce((sum, { states }) => sum + states.size, 0) > MOST_NAMED)
        found.push(`More than ${MOST_NAMED} accounts, views and saved reports`);
      else {
        for (const name of repeated(reserved))
          found.push(`${name} belongs to two accounts, views or reports`);
        if (reserved.some(({ name }) => name.includes('\n'))) found.push('An email or a name has two lines');
      }
      return found;
    },
    archive: () => ({
      tenant: { _id: tenant ?? '', organizationName: settings()?.organizationName ?? '' },
      from,
      to,
      events,
      users: [...accounts.states.values()].filter(({ phase }) => phase === 'present').length,
      leads,
    }),
    names,
    subscription: () => [...billing.states.values()][0] ?? subscriptions.decider.initialState,
  };
}

function leadsBy(type: string, data: unknown): number {
  if (type === 'LeadCreated' || type === 'LeadSetAside') return 1;
  // A lead that waited for a place was counted when it was set aside; its admission creates it too.
  if (type === 'LeadDeleted' || type === 'LeadAdmitted') return -1;
  if (type !== 'LeadRestored') return 0;
  return leadEvents.LeadRestored.schema.parse(data).deleted ? 1 : 0;
}

type Folded<State, Types extends EventTypes> = {
  decider: Pick<Decider<State, never, EventOf<Types>, never>, 'initialState' | 'evolve'>;
  types: Types;
  names?: Pick<UniqueNames<State>, 'of'>;
};

/** The states of all streams of an aggregate. Stops at a number of streams that the archive is refused for. */
function folding<State, Types extends EventTypes>({ decider, types, names }: Folded<State, Types>) {
  const states = new Map<string, State>();
  return {
    states,
    take(stream: string, type: string, data: unknown) {
      if (!Object.hasOwn(types, type) || states.size > MOST_NAMED) return;
      // A cast: the data was checked by the schema of this type.
      const event = { type, data } as EventOf<Types>;
      states.set(stream, decider.evolve(states.get(stream) ?? decider.initialState, event));
    },
    names: (tenant: TenantId): ReservedName[] =>
      [...states].flatMap(([stream, state]) =>
        (names?.of(state, tenant) ?? []).map((name) => ({ name, stream })),
      ),
  };
}

function repeated(names: readonly ReservedName[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of names) (seen.has(name) ? twice : seen).add(name);
  return [...twice].slice(0, 20);
}
