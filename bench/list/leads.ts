import { derivedId, leadIdOf } from '@crm/events/derived-ids.ts';
import { OfferId, type TenantId, UserId } from '@crm/events/ids.ts';
import { composeComment, connections } from '@crm/events/leads/connection.ts';
import { blankDetails, type LeadDetails } from '@crm/events/leads/details.ts';
import { type LeadEvent, leadEvents, type OperatorRef } from '@crm/events/leads/events.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { leadStream } from '@crm/events/streams.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { type RecordedEvent, START } from '@crm/platform/event-store/port.ts';
import type { Random } from '@crm/platform/random/random.ts';
import { cities, firstNames, lastNames, mailHosts, products, streets } from './people.ts';

/** A lead's complete events, as written to the store. */
export type History = { stream: string; tenant: TenantId; at: Date; events: LeadEvent[] };

const NAMES = '0b9e6d52-5d0a-4b07-9f7e-0c9a4b7f1c11';

/** Twenty operators who share the leads; the first is an account that can sign in. */
export const operatorsWith = (first: OperatorRef): OperatorRef[] => [
  first,
  ...Array.from({ length: 19 }, (_, n) => ({
    id: UserId.parse(derivedId(NAMES, `operator ${n}`)),
    name: `Operator ${n}`,
  })),
];
export const offers = products.map(({ name, price }) => ({
  id: OfferId.parse(derivedId(NAMES, `offer ${name}`)),
  name,
  price,
}));

/** The share of each status; the remaining leads are in processing. The rarest are five in ten thousand. */
const statusShares: [LeadStatus, number][] = [
  ['approved', 0.25],
  ['cancelled', 0.15],
  ['hold', 0.1],
  ['trash', 0.0005],
];

/** The n-th lead of a tenant, created at `at`. */
export function history(
  n: number,
  tenant: TenantId,
  at: Date,
  operators: readonly OperatorRef[],
  random: Random,
): History {
  const { below, chance, pick } = random;
  const orderId = `ORD-${derivedId(NAMES, `${tenant} ${n}`).slice(0, 13).toUpperCase()}`;
  const details = detailsOf(n, random);
  const events: LeadEvent[] = [{ type: 'LeadCreated', data: { orderId, orderedAt: null, details } }];
  const operator = chance(0.7) ? pick(operators) : null;
  if (operator) events.push({ type: 'LeadAssigned', data: { operator, from: null, reason: null } });
  if (chance(0.4)) {
    const { value, reasons } = pick(connections);
    const reason = chance(0.02) ? `Wants a call on day ${below(400)}` : pick<string>(reasons);
    const content = chance(0.9) ? composeComment(value, reason) : 'Spoke to the neighbour';
    const rest = {
      type: 'internal' as const,
      isInternal: true,
      isImportant: false,
      author: 'Bench',
      statusChange: null,
    };
    events.push({ type: 'LeadCommented', data: { commentId: derivedId(NAMES, orderId), content, ...rest } });
  }
  let share = below(10_000) / 10_000;
  for (const [to, part] of statusShares) {
    if (share < part) {
      events.push({ type: 'LeadStatusChanged', data: { from: 'processing', to, reason: 'On the call' } });
      break;
    }
    share -= part;
  }
  return { stream: leadStream(leadIdOf(tenant, orderId)), tenant, at, events };
}

function detailsOf(n: number, { below, chance, pick }: Random): LeadDetails {
  const offer = pick(offers);
  const quantity = 1 + below(3);
  const price = chance(0.2) ? 500 + below(9_000) : offer.price;
  const [first, last] = [pick(firstNames), pick(lastNames)];
  const phone = `9${String(100_000_000 + ((n * 7_919) % 900_000_000))}`;
  const address = chance(0.7)
    ? { address: `${1 + below(400)} ${pick(streets)}`, city: pick(cities), country: 'IN' }
    : {};
  return {
    ...blankDetails,
    customer: {
      fullName: `${first} ${last}`,
      phone: chance(0.5) ? `+91 ${phone.slice(0, 5)} ${phone.slice(5)}` : phone,
      alternatePhone: chance(0.05) ? `0${phone}` : null,
      email: chance(0.6) ? `${first}.${last}${n}@${pick(mailHosts)}`.toLowerCase() : null,
      age: null,
    },
    address: { ...blankDetails.address, ...address },
    product: {
      ...blankDetails.product,
      offerId: chance(0.95) ? offer.id : null,
      name: offer.name,
      quantity,
      price,
      total: price * quantity,
      currency: chance(0.9) ? 'INR' : 'USD',
    },
    source: { ...blankDetails.source, orderSource: 'api', webmaster: `affbay${below(30)}` },
  };
}

/** The events as the store returns them, one minute apart. */
export const recorded = ({ stream, tenant, at, events }: History): RecordedEvent[] =>
  events.map((event, revision) => {
    const commandId = derivedId(NAMES, `${stream} ${revision}`);
    return {
      ...event,
      id: derivedId(commandId, 0),
      version: leadEvents[event.type].version,
      stream,
      revision,
      position: START, // the store assigns its own
      at: new Date(at.getTime() + revision * 60_000),
      meta: testMeta(tenant, { commandId }),
    };
  });
