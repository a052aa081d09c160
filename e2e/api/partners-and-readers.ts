import { setTimeout as sleep } from 'node:timers/promises';
import { demoOfferId } from '@crm/command-api/demo/perform.ts';

const MOST_IN_FLIGHT = 64;
/** As long as a partner waits who got no answer, or 503 with `Retry-After: 1`. */
const RETRY_AFTER_MS = 1_000;

/** Failed calls: what failed at first, what failed again at its only retry, and the times from failure to success. */
type Ledger = { sent: number; read: number; failed: string[]; failedAgain: string[]; healedMs: number[] };

/**
 * The load of a restart: partners who post leads at an even rate, with at most MOST_IN_FLIGHT unanswered, and a user who
 * reads one list after the other, at most so many per second. Each failed call is repeated once.
 */
export function partnersAndReaders(
  url: string,
  token: string,
  { leadsPerSecond, listsPerSecond }: { leadsPerSecond: number; listsPerSecond: number },
) {
  const ledger: Ledger = { sent: 0, read: 0, failed: [], failedAgain: [], healedMs: [] };
  const acknowledged = new Set<string>();

  /** Makes a call, and one retry if it fails. `attempt` returns null for success, otherwise the failure. */
  async function withOneRetry(name: string, attempt: () => Promise<string | null>): Promise<void> {
    const failure = await attempt();
    if (failure === null) return;
    const failedAt = performance.now();
    ledger.failed.push(`${name}: ${failure}`);
    await sleep(RETRY_AFTER_MS);
    const again = await attempt();
    ledger.healedMs.push(performance.now() - failedAt);
    if (again !== null) ledger.failedAgain.push(`${name}: ${failure}, then ${again}`);
  }

  const offer = demoOfferId('Demo Sales', 'Orthovita Joint Capsules');

  async function postLead(orderId: string): Promise<void> {
    const lead = { fullName: 'Asha Rao', phone: '+91 98200 11111', offer, quantity: 1, orderId };
    const post = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(lead),
    };
    await withOneRetry(orderId, async () => {
      const { status } = await fetch(`${url}/api/leads`, post).catch(() => ({ status: 0 }));
      // The first answer may have been lost: then the lead exists.
      if (status !== 201 && status !== 409) return `POST ${status}`;
      acknowledged.add(orderId);
      return null;
    });
  }

  /** Offers leads at an even rate until the signal aborts. */
  async function keepPosting(signal: AbortSignal): Promise<void> {
    const inFlight = new Set<Promise<void>>();
    const started = performance.now();
    while (!signal.aborted) {
      await sleep(started + (ledger.sent * 1000) / leadsPerSecond - performance.now());
      if (inFlight.size >= MOST_IN_FLIGHT) await Promise.race(inFlight);
      const posted = postLead(`ROLLING-${ledger.sent++}`).finally(() => inFlight.delete(posted));
      inFlight.add(posted);
    }
    await Promise.all(inFlight);
  }

  /** Reads one page after the other, as users do. */
  async function keepReading(signal: AbortSignal): Promise<void> {
    const headers = { authorization: `Bearer ${token}` };
    while (!signal.aborted) {
      await withOneRetry('a list', async () => {
        const { status } = await fetch(`${url}/api/leads?limit=20`, { headers }).catch(() => ({ status: 0 }));
        return status === 200 ? null : `GET ${status}`;
      });
      ledger.read += 1;
      await sleep(1000 / listsPerSecond);
    }
  }

  return {
    ledger,
    /** Order ids of acknowledged leads. */
    acknowledged,
    /** Runs until the signal aborts and every call is answered. */
    run: (signal: AbortSignal) => Promise.all([keepPosting(signal), keepReading(signal)]),
  };
}
