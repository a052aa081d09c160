import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from '@crm/platform/log/log.ts';
import { joinEmbedded } from '@crm/platform/postgres/embedded.ts';
import { Client } from 'pg';
import { orderIdOf, type Sent } from './sender.ts';

export type Ledger = {
  accepted: number;
  /** Accepted leads that the list does not have. */
  lost: number;
  /** Order ids that the list has more than once. */
  twice: number;
  /** Refused leads that the list or the store has. */
  shed_but_there: number;
  /** Leads without an answer that the list has: their senders repeat them. */
  unanswered_but_there: number;
};

/** Opens a product's Postgres with the rows of all tenants. */
export async function openLedger(dataDir: string) {
  const { superuserUrl } = await joinEmbedded({ dataDir, log: openLog('warn') });
  const client = new Client({ connectionString: superuserUrl('crm'), options: '-c app.tenant=*' });
  client.on('error', () => {}); // the product ends before the client when the bench fails
  await client.connect();
  const number = async (sql: string) => {
    const { rows } = await client.query<{ n: string }>(sql);
    return Number(rows[0]?.n);
  };
  const listed = () => number('select count(*) as n from leads');
  const created = () => number(`select count(*) as n from event_store.events where type = 'LeadCreated'`);
  return {
    /** Waits until the list has the lead of every event. */
    async caughtUp(): Promise<void> {
      const leads = await created();
      while ((await listed()) < leads) await sleep(50);
    },
    /** Compares the answers of a run with the list, which has caught up, and with the store. */
    async compare({ run, status }: Sent): Promise<Ledger> {
      const { rows } = await client.query<{ orderId: string; times: number }>(
        `select order_id as "orderId", count(*)::int as times from leads where order_id like $1 group by 1`,
        [`${run}-%`],
      );
      const times = new Map(rows.map((row) => [row.orderId, row.times]));
      const ledger = { accepted: 0, lost: 0, twice: 0, shed_but_there: 0, unanswered_but_there: 0 };
      for (const [n, each] of status.entries()) {
        const found = times.get(orderIdOf(run, n)) ?? 0;
        if (each === 201) ledger.accepted += 1;
        if (each === 201 && found === 0) ledger.lost += 1;
        if (found > 1) ledger.twice += 1;
        if (each !== 201 && each !== 0 && found > 0) ledger.shed_but_there += 1;
        if (each === 0 && found > 0) ledger.unanswered_but_there += 1;
      }
      // A lead that is in the store alone would not be in the list that was compared.
      ledger.shed_but_there += (await created()) - (await listed());
      return ledger;
    },
    close: () => client.end(),
  };
}
