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
  // A single allocation beyond the limit: V8 gives it no second chance, and in a thread it ends all threads.
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
  // Takes none, and never gives its event loop back.
  busy: () => {
    for (;;);
  },
  objects: () => {
    let chain: object | null = null;
    for (;;) chain = { chain };
  },
} satisfies Record<string, () => number>;

export type HoardingWay = keyof typeof hoard;
/** A question whose answer is the id of the process. */
export type Pid = 'pid';

/** For the tests: doubles numbers and refuses odd ones; given the name of a way to take memory, never stops taking it. */
await answerQuestions((factor: number) => async (question: number | HoardingWay | Pid): Promise<number> => {
  if (question === 'pid') return process.pid;
  if (typeof question === 'string') return hoard[question]();
  if (question % 2 === 1) throw new RangeError(`${question} is odd`);
  return question * factor;
});
