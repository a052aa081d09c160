import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '@crm/contracts/auth/auth.ts';
import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import type { Product } from '@crm/platform/test/product.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DEMO_PASSWORD } from './product.ts';

const PER_SECOND = 500;
const SECONDS = 2.5;
const MOST_AT_ONCE = 200;

/**
 * What must hold of the product, whatever store it stands on, when it is killed under load in these ways. Call it at the
 * top level of a test file.
 */
export function killedUnderLoad(product: Product, kills: Record<string, () => Promise<void>>) {
  let token = '';
  let offer = '';
  /** Everything that was sent and what is known of it, over all rounds: order id to whether it was acknowledged. */
  const ledger = new Map<string, 'acknowledged' | 'unknown'>();
  /** Where the newest acknowledged lead stands. */
  let newest = '';

  async function get<E extends Endpoint>(endpoint: E, query = '') {
    const headers = { authorization: `Bearer ${token}`, 'x-min-position': newest };
    const answer = await fetch(`${product.url}/api${endpoint.path}?${query}`, { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-stale')).toBeNull();
    return z
      .object({ data: endpoint.data, pagination: z.object({ total: z.int() }) })
      .parse(await answer.json());
  }

  const post = (call: string, body: object) =>
    fetch(`${product.url}/api${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  async function send(orderId: string): Promise<number> {
    ledger.set(orderId, 'unknown');
    const lead = { fullName: 'Asha Rao', phone: '+91 98200 11111', offer, quantity: 1, orderId };
    const { status, headers } = await post('/leads', lead);
    if (status !== 201 && status !== 409) return status;
    ledger.set(orderId, 'acknowledged');
    const position = headers.get('x-position') ?? '';
    if (position > newest) newest = position;
    return status;
  }

  beforeAll(async () => {
    const answer = await post('/auth/login', { email: 'admin@demo.test', password: DEMO_PASSWORD });
    token = z.object({ data: login.data }).parse(await answer.json()).data.token;
    offer = z.array(z.looseObject({ _id: z.string() })).parse((await get(listOffers)).data)[0]?._id ?? '';
  });

  /** Posts at an even rate, as far as answers keep pace, until the product is killed in the midst of it. */
  async function ingestUntil(kill: () => Promise<void>, round: number) {
    const started = performance.now();
    const underWay = new Set<Promise<void>>();
    let [sent, answered, dead] = [0, 0, false];
    let killed: Promise<void> | null = null;
    while (!dead) {
      const seconds = (performance.now() - started) / 1000;
      for (; sent < seconds * PER_SECOND && underWay.size < MOST_AT_ONCE; sent += 1) {
        const one: Promise<void> = send(`KILL-${round}-${sent}`)
          .then(() => {
            answered += 1;
          })
          .catch(() => {}) // cut off: nothing is known of it
          .finally(() => underWay.delete(one));
        underWay.add(one);
      }
      // A machine that is busy with other things is given longer, so that there is something to lose.
      if (seconds >= SECONDS && answered > PER_SECOND)
        killed ??= kill().then(() => {
          dead = true;
        });
      await sleep(5);
    }
    await killed;
    await Promise.all(underWay);
  }

  /** How often each order id stands in the whole list. */
  async function listed(): Promise<Map<string, number>> {
    const times = new Map<string, number>();
    for (let page = 1; ; page += 1) {
      const { data, pagination } = await get(
        listLeads,
        `limit=500&page=${page}&includeComments=false&sortBy=orderId`,
      );
      const leads = z.array(z.looseObject({ orderId: z.string() })).parse(data);
      for (const { orderId } of leads) times.set(orderId, (times.get(orderId) ?? 0) + 1);
      if (page * 500 >= pagination.total) return times;
    }
  }

  describe(`killed in the midst of ${PER_SECOND} leads a second`, () => {
    test.each(Object.entries(kills))(
      '%s: every lead that was acknowledged is there, once',
      async (kind, kill) => {
        const before = ledger.size;
        await ingestUntil(kill, before);
        const acknowledged = [...ledger].flatMap(([id, known]) => (known === 'acknowledged' ? [id] : []));
        const unknown = [...ledger.keys()].filter((id) => ledger.get(id) === 'unknown');
        expect(acknowledged.length).toBeGreaterThan(before + PER_SECOND);

        const downAt = performance.now();
        await product.again();
        const backAfter = Math.round(performance.now() - downAt);
        const found = await listed();
        const lost = acknowledged.filter((id) => !found.has(id));
        const twice = [...found].filter(([, times]) => times > 1);
        const strange = [...found.keys()].filter((id) => !ledger.has(id));
        expect({ lost, twice, strange }).toEqual({ lost: [], twice: [], strange: [] });
        const kept = unknown.filter((id) => found.has(id));

        // Who got no answer sends again, and is told either way that the lead is there.
        const answers = await Promise.all(unknown.map(send));
        expect(answers.filter((status) => status === 409)).toHaveLength(kept.length);
        expect(answers.filter((status) => status === 201)).toHaveLength(unknown.length - kept.length);
        console.info(
          `${kind}: ${acknowledged.length} acknowledged, ${found.size} listed, 0 lost, 0 twice; ` +
            `${unknown.length} cut off, of which ${kept.length} stood; back after ${backAfter} ms`,
        );
      },
    );

    test('in the end the list is the ledger', async () => {
      expect([...(await listed()).keys()].sort()).toEqual([...ledger.keys()].sort());
    });
  });
}
