import { buildConsole } from '@crm/platform/build/console.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { openBrowser } from '../e2e/browser.ts';
import { ADMIN, signedIn } from '../e2e/people.ts';
import { enterOutcomes, measureOutcomes, nextAfter } from '../e2e/work-queue.ts';
import { signIn } from './console-user.ts';
import { type Figures, percentiles } from './figures.ts';

const OPERATORS = ['operator@demo.test', 'operator2@demo.test'] as const;
const OUTCOMES = 200;
/** Between a lead on screen and the key: much less than any call takes. */
const READING_MS = 500;
/** Pulled by two operators at once. */
const PULLED = 1_000;
/** Enough open leads for both parts. */
const LEADS = 5_000;

type WorkFigures = Figures & {
  /** Leads that two operators pulled at once. */
  pulled: number;
  /** Of these, leads that both got. */
  twice: number;
  /** Leads that were there and that neither got. */
  lost: number;
};

type Lead = { _id: string; pendingStatusChange: unknown };

/**
 * An operator who enters outcomes by keyboard alone in a browser: the time from the key to the next lead on screen. Then
 * two operators who pull all available leads at once.
 */
export async function work(): Promise<WorkFigures> {
  if (buildConsole() !== 0) throw new Error('The console does not build');
  const product = await startProduct({ demoLeads: LEADS });
  const browser = await openBrowser();
  try {
    const callsOf = async (email: string) => callerOn(product.url, await signIn(product.url, email));
    const admin = await callsOf(ADMIN);
    const [first, second] = await Promise.all(OPERATORS.map(callsOf));
    if (!first || !second) throw new Error('The demo has two operators');
    await admin('PUT', '/admin/settings', { takingAllowed: true });

    const page = await signedIn(browser, product.url, OPERATORS[0], '/work');
    await nextAfter(page, '');
    const times = await measureOutcomes(page);
    await enterOutcomes(page, OUTCOMES, READING_MS);
    const { p50_ms, p95_ms, p99_ms } = percentiles(await times());
    await page.context().close();

    const there = await workable(admin);
    const pulled = (await Promise.all([pull(first), pull(second)])).flat();
    const got = new Set(pulled);
    const left = new Set(await workable(admin));
    return {
      value: p50_ms,
      unit: 'ms from the key of an outcome to the next lead on screen, the median',
      p50_ms,
      p95_ms,
      p99_ms,
      pulled: pulled.length,
      twice: pulled.length - got.size,
      lost: there.filter((id) => !got.has(id) && !left.has(id)).length,
    };
  } finally {
    await browser.close();
    await product.remove();
  }
}

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

const callerOn =
  (url: string, token: string): Call =>
  async (method, path, body) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    // The product's own answer; each caller reads only the fields that it needs.
    return ((await answer.json()) as { data: unknown }).data;
  };

/** The unassigned open leads without a request. */
async function workable(admin: Call): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/leads?assignmentStatus=unassigned&open=true&limit=500&page=${page}&includeComments=false`;
    const leads = (await admin('GET', path)) as Lead[]; // as in its contract
    ids.push(...leads.filter((lead) => lead.pendingStatusChange === null).map(({ _id }) => _id));
    if (leads.length < 500) return ids;
  }
}

/** Takes leads from the queue and gives each an outcome, until half of the leads are pulled. */
async function pull(operator: Call): Promise<string[]> {
  const done: string[] = [];
  while (done.length < PULLED / 2) {
    // As in their contracts.
    const { candidates } = (await operator('GET', '/operator/work-queue')) as { candidates: string[] };
    if (candidates.length === 0) return done;
    const taken = await operator('POST', '/operator/work-queue/take', { leadIds: candidates });
    const { leadId } = taken as { leadId: string | null };
    if (leadId === null) continue;
    done.push(leadId);
    await operator('POST', `/operator/leads/${leadId}/comment`, { content: 'Not Connected - Ringing' });
  }
  return done;
}
