import { derivedId, leadIdOf } from '@crm/events/derived-ids.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { LeadCommand } from '@crm/events/leads/command.ts';
import { type Connection, composeComment, connections } from '@crm/events/leads/connection.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { leadStream, offerStream } from '@crm/events/streams.ts';
import { leadLimitAt, leadQuota } from '@crm/events/subscriptions/lead-limit.ts';
import { type Random, randomFrom } from '@crm/platform/random/random.ts';
import { newDetails } from '../leads/details.ts';
import type { Organisation, Organisations } from './organisations.ts';
import { type Region, regions, webmasters } from './people.ts';
import {
  type DemoDeps,
  demoCommandId,
  demoOfferId,
  demoOrigin,
  demoTenantId,
  demoUserId,
  perform,
} from './perform.ts';

const AT_ONCE = 64;
const orderIdOf = (index: number) => `DEMO-${String(index + 1).padStart(5, '0')}`;

/** Nine of ten leads belong to the first organisation. */
const organisationOf = (index: number, [first, second]: Organisations) => (index % 10 === 9 ? second : first);

/**
 * Whether the last step of the seeding was done: the last command of the first lead, or that of the last offer in a demo
 * without leads.
 */
export async function isSeeded(
  { store }: DemoDeps,
  count: number,
  organisations: Organisations,
): Promise<boolean> {
  const [first, last] = organisations;
  if (count > 0) {
    const { stream, steps } = demoLead(0, first);
    const lastStep = steps.at(-1);
    if (!lastStep) return false;
    const { id } = demoCommandId(lastStep.name);
    return (await store.readStream(stream)).some(({ meta }) => meta.commandId === id);
  }
  const offer = last.offers.at(-1);
  if (!offer) return false;
  return (await store.readStream(offerStream(demoOfferId(last.name, offer.name)), { limit: 1 })).length > 0;
}

/**
 * Creates leads with a history: assignment, calls, status changes. The first lead is created last and marks the end.
 */
export async function demoLeads(deps: DemoDeps, count: number, organisations: Organisations): Promise<void> {
  const make = (index: number) => createLead(deps, demoLead(index, organisationOf(index, organisations)));
  for (let upTo = count; upTo > 0; upTo -= AT_ONCE) {
    const group = Array.from({ length: Math.min(AT_ONCE, upTo) }, (_, at) => upTo - 1 - at);
    await Promise.all(group.filter((index) => index > 0).map(make));
  }
  if (count > 0) await make(0);
}

type DemoLead = { tenant: TenantId; stream: string; ip: string; steps: readonly Step[] };
/** A command with its name, which makes its id. */
type Step = { name: string; command: LeadCommand; actor: Actor };

async function createLead(deps: DemoDeps, { tenant, stream, ip, steps }: DemoLead): Promise<void> {
  for (const { name, command, actor } of steps) {
    // As a lead that comes in later, it counts towards the limit of the plan.
    const limit =
      command.type === 'CreateLead' && leadLimitAt(await deps.lookups.subscription(tenant), new Date());
    const quota = limit ? leadQuota(tenant, limit) : null;
    const origin = { ...demoOrigin, ip };
    await perform(deps, name, { aggregate: leads, stream, tenant, command, actor, origin, quota });
  }
}

/** A lead of the demo and the commands of its history: the same at each start. */
function demoLead(index: number, organisation: Organisation): DemoLead {
  // Neighbouring seeds give similar first numbers; this spreads them.
  const luck = randomFrom(Math.imul(index + 1, 0x9e3779b1));
  const tenant = demoTenantId(organisation.name);
  const orderId = orderIdOf(index);
  const steps: Step[] = [];
  const add = (command: LeadCommand, actor: Actor) =>
    steps.push({ name: `lead ${organisation.name} ${orderId} ${steps.length + 1}`, command, actor });
  addSteps(add, { luck, organisation, orderId });
  const ip = `203.0.113.${20 + (index % 200)}`;
  return { tenant, stream: leadStream(leadIdOf(tenant, orderId)), ip, steps };
}

type Of = { luck: Random; organisation: Organisation; orderId: string };

function addSteps(add: (command: LeadCommand, actor: Actor) => number, { luck, organisation, orderId }: Of) {
  const offer = luck.pick(organisation.offers);
  const region = regions.find(({ currency }) => currency === offer.currency) ?? luck.pick(regions);
  const [admin, ...operators] = organisation.users;
  if (!admin) return;

  const person = (user: { email: string; fullName: string; role: 'admin' | 'operator' | 'super_admin' }) => {
    const id: UserId = demoUserId(user.email);
    return {
      actor: { kind: 'user' as const, id, name: user.fullName, role: user.role },
      ref: { id, name: user.fullName },
    };
  };

  const offerId = demoOfferId(organisation.name, offer.name);
  const source = { orderSource: 'api' as const, referer: 'https://offers.example/landing', extra: {} };
  const details = newDetails(
    { ...customerOf(luck, region), offer: offerId },
    { ...offer, isActive: true },
    source,
  );
  let added = add({ type: 'CreateLead', orderId, details }, { kind: 'partner', apiKeyId: null });

  if (luck.chance(0.25)) return;
  const admins = person(admin).actor;
  const operator = person(luck.pick(operators));
  added = add({ type: 'AssignLead', operator: operator.ref, reason: null }, admins);

  for (let calls = luck.below(3); calls > 0; calls -= 1) {
    const { value, reasons } = luck.pick(connections);
    const comment = callComment(operator.ref, value, luck.pick(reasons), `${orderId} ${added}`);
    added = add({ type: 'CommentOnLead', reach: { kind: 'all' }, comment }, operator.actor);
  }
  const to = luck.pick<LeadStatus | null>([null, null, 'approved', 'approved', 'hold', 'cancelled']);
  if (to === null) return;
  const requestId = derivedId(demoUserId(admin.email), `request ${orderId}`);
  const { reason, outcome } = callOf(to);
  add(
    {
      type: 'RequestLeadStatusChange',
      requestId,
      to,
      reason,
      comment: { ...callComment(operator.ref, 'connected', outcome, `${orderId} request`), type: 'status' },
      by: operator.ref,
      seesAllLeads: false,
      requestedAt: new Date().toISOString(),
      automatic: false,
    },
    operator.actor,
  );
  if (luck.chance(0.25)) return;
  if (luck.chance(0.87)) add({ type: 'ApproveLeadStatusChange', requestId, notes: null }, admins);
  else add({ type: 'RejectLeadStatusChange', requestId, notes: 'Please call once more' }, admins);
}

/** @param name makes the comment's id unique */
function callComment(by: { id: UserId; name: string }, connection: Connection, reason: string, name: string) {
  return {
    commentId: derivedId(by.id, name),
    content: composeComment(connection, reason),
    type: 'internal' as const,
    isInternal: true,
    isImportant: reason === 'Call Back',
    author: by.name,
  };
}

function customerOf(luck: Random, region: Region) {
  const place = luck.pick(region.places);
  const withAddress = luck.chance(0.8);
  const phone = region.phone.replace(/#/g, () => String(luck.below(10)));
  const naming = luck.pick(region.namings);
  const first = luck.pick(naming.first);
  const last = luck.pick(naming.last);
  const latin = /^[A-Za-z' ]+$/.test(`${first}${last}`);
  const address = {
    address: `${1 + luck.below(220)} ${luck.pick(region.streets)}`,
    area: place.area,
    nearBy: place.near,
    city: place.city,
    state: place.state,
    postIndex: place.postIndex,
  };
  return {
    fullName: `${first} ${last}`,
    phone,
    email:
      latin && luck.chance(0.6) ? `${first}.${last}@mail.example`.toLowerCase().replace(/[' ]/g, '') : null,
    age: luck.chance(0.4) ? 22 + luck.below(50) : null,
    ...(withAddress && address),
    country: region.country,
    quantity: 1 + luck.below(3),
    paymentMode: luck.pick(['cod', 'cod', 'cod', 'prepaid', 'partial'] as const),
    webmaster: luck.pick(webmasters),
    sub1: `camp-${1 + luck.below(12)}`,
    isUrgent: luck.chance(0.08),
    requiresCallback: luck.chance(0.15),
    remarks: luck.pick(region.remarks),
  };
}

/** What a customer said on the call after which an operator requests a status. */
function callOf(to: LeadStatus): { reason: string; outcome: string } {
  if (to === 'approved') return { reason: 'Customer confirmed on the call', outcome: 'Order Placed' };
  if (to === 'hold') return { reason: 'Wants to be called next week', outcome: 'Call Back' };
  return { reason: 'Customer refused', outcome: 'Not Interested' };
}
