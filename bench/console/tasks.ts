import type { openWindow } from '../../e2e/people.ts';

type Page = Awaited<ReturnType<typeof openWindow>>;

/** In milliseconds. `cpu` is the time that the task ran: unlike `wall`, it hardly depends on the machine's other work. */
export type Task = { cpu: number; wall: number };

/** An event of the browser's trace: times in microseconds, `tdur` of CPU. */
type Traced = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number };

const MARK = 'interaction:';

/**
 * Records the tasks of the page's main thread by the browser's trace.
 *
 * @returns `begin` starts a named part; `end` returns the tasks of each part
 */
export async function recordTasks(page: Page) {
  const session = await page.context().newCDPSession(page);
  const events: Traced[] = [];
  // The browser's own format; the protocol's types leave it open.
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as Traced[]) events.push(event);
  });
  const traceConfig = { includedCategories: ['toplevel', 'blink.user_timing'] };
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  const begin = (name: string) => page.evaluate((mark) => void performance.mark(mark), MARK + name);
  return {
    begin,
    end: async (): Promise<Map<string, Task[]>> => {
      await begin('end');
      const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
      await session.send('Tracing.end');
      await complete;
      await session.detach();
      return tasksByPart(events);
    },
  };
}

function tasksByPart(events: readonly Traced[]): Map<string, Task[]> {
  const marks = events.filter(({ name }) => name.startsWith(MARK)).sort((a, b) => a.ts - b.ts);
  const threads = new Set(marks.map(threadOf));
  const tasks = events.filter(
    (one) => one.ph === 'X' && /RunTask/.test(one.name) && threads.has(threadOf(one)),
  );
  return new Map(
    marks.slice(0, -1).map((mark, at) => {
      const until = marks[at + 1]?.ts ?? 0;
      const own = tasks.filter(({ ts }) => ts >= mark.ts && ts < until);
      return [
        mark.name.slice(MARK.length),
        own.map(({ dur = 0, tdur = 0 }) => ({ cpu: tdur / 1000, wall: dur / 1000 })),
      ];
    }),
  );
}

const threadOf = ({ pid, tid }: Traced) => `${pid} ${tid}`;
