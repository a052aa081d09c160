import { answerQuestions } from './answer.ts';

const hoard = {
  'many arrays': () => {
    const all: number[][] = [];
    for (;;) all.push(new Array(100_000).fill(1.5));
  },
  'one array that grows': () => {
    const one: string[] = [];
    for (;;) one.push('');
  },
  // A single allocation beyond the limit: V8 aborts at once. In a worker thread it would end all threads.
  'one huge array': () => {
    const all: number[][] = [];
    for (;;) all.push(new Array(2 ** 26).fill(1.5));
  },
  'many strings': () => {
    const all: string[] = [];
    for (let n = 0; ; n++) all.push(`${n} `.repeat(1000).toUpperCase());
  },
  Buffers: () => {
    const all: Buffer[] = [];
    for (;;) all.push(Buffer.alloc(1024 * 1024, 1));
  },
  'a map': () => {
    const map = new Map<number, number>();
    for (let n = 0; ; n++) map.set(n, n);
  },
  // Takes no memory, but blocks the event loop.
  busy: () => {
    for (;;);
  },
  objects: () => {
    let chain: object | null = null;
    for (;;) chain = { chain };
  },
} satisfies Record<string, () => number>;

export type HoardingWay = keyof typeof hoard;
export type Pid = 'pid';

/** For tests: doubles numbers and throws on odd ones; for the name of a hoarding way, allocates memory without end. */
await answerQuestions((factor: number) => async (question: number | HoardingWay | Pid): Promise<number> => {
  if (question === 'pid') return process.pid;
  if (typeof question === 'string') return hoard[question]();
  if (question % 2 === 1) throw new RangeError(`${question} is odd`);
  return question * factor;
});
