import { answerQuestions } from './answer.ts';

/** For the test: a thread that doubles numbers, refuses odd ones, and at 0 takes all the memory there is. */
answerQuestions((factor: number) => async (question: number): Promise<number> => {
  if (question % 2 === 1) throw new RangeError(`${question} is odd`);
  const hoard: number[][] = [];
  while (question === 0) hoard.push(new Array(100_000).fill(1.5));
  return question * factor;
});
