import { signIn } from '../console-user.ts';
import { percentiles, rounded } from '../figures.ts';

type Waits = { p50_ms: number; p99_ms: number; most_ms: number; failed: number };
export type UsersWaits = { edit: Waits; list: Waits; health: Waits };

/**
 * An admin who each second edits a lead and then reads the list, which must show the edit, and a check of /healthz.
 *
 * @param order the order id of an existing lead
 * @returns a function that stops it, and returns the times of the calls
 */
export async function beginUsing(url: string, order: string): Promise<() => Promise<UsersWaits>> {
  const token = await signIn(url, 'admin@demo.test');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const found = await fetch(`${url}/api/leads?search=${order}`, { headers });
  // The product's own answer; a bench reads only the fields that it needs.
  const { data } = (await found.json()) as { data?: { _id: string }[] };
  const lead = data?.[0]?._id;
  if (!lead) throw new Error(`The list does not have ${order}`);

  const [edits, lists, checks] = [timed(), timed(), timed()];
  const under = new Set<Promise<void>>();
  let round = 0;
  const timer = setInterval(() => {
    round += 1;
    const calls = [once(round), checks.time(() => fetch(`${url}/healthz`))];
    for (const call of calls) {
      under.add(call);
      void call.finally(() => under.delete(call));
    }
  }, 1000);

  async function once(n: number) {
    const body = JSON.stringify({ city: `City ${n}` });
    await edits.time(() => fetch(`${url}/api/leads/${lead}`, { method: 'PUT', headers, body }));
    await lists.time(async () => {
      const answer = await fetch(`${url}/api/leads?limit=100`, { headers });
      await answer.text();
      return answer;
    });
  }

  return async () => {
    clearInterval(timer);
    await Promise.all(under);
    return { edit: edits.waits(), list: lists.waits(), health: checks.waits() };
  };
}

function timed() {
  const times: number[] = [];
  let failed = 0;
  return {
    async time(call: () => Promise<Response>) {
      const started = performance.now();
      const ok = await call().then(
        (answer) => answer.ok && !answer.headers.has('x-stale'),
        () => false,
      );
      times.push(performance.now() - started);
      if (!ok) failed += 1;
    },
    waits(): Waits {
      const { p50_ms, p99_ms } = percentiles(times);
      return { p50_ms, p99_ms, most_ms: rounded(Math.max(0, ...times)), failed };
    },
  };
}
