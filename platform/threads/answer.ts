import { parentPort, workerData } from 'node:worker_threads';
import type { Reply } from './ask.ts';

/** For the module of a thread (openThread): makes, of the data it was started with, what answers its questions. */
export function answerQuestions<ThreadData, Question, Answer>(
  start: (threadData: ThreadData) => (question: Question) => Promise<Answer>,
): void {
  const port = parentPort;
  if (!port) throw new Error('This runs in a thread');
  // The edge where the types of messages begin: whoever opens the thread writes them.
  const answer = start(workerData as ThreadData);
  const reply = (what: Reply) => port.postMessage(what);
  port.on('message', (question: Question) => {
    answer(question).then(
      (given) => reply({ kind: 'answer', answer: given }),
      (error: unknown) => reply({ kind: 'thrown', error, code: codeOf(error) }),
    );
  });
}

/** Errors lose what is not everybody's on their way between threads; their code says whether to try again. */
const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
