import type { Reply } from './answer.ts';
import { type ProcessOptions, startProcess } from './start.ts';

/** A child process that answers one question at a time. */
export type AnsweringProcess<Question, Answer> = {
  /** Rejects with the error of the process, or with ProcessDied if it ended. */
  ask: (question: Question) => Promise<Answer>;
  /** Kills the process. Safe to call again. */
  end: () => Promise<void>;
};

/** Starts a child process on a module that calls `answerQuestions`. */
export function openProcess<Question, Answer>(
  module: URL,
  options: ProcessOptions,
): AnsweringProcess<Question, Answer> {
  let pending: { resolve: (answer: Answer) => void; reject: (error: unknown) => void } | null = null;
  let ended: unknown = null;
  const fail = (error: unknown) => {
    ended ??= error;
    pending?.reject(ended);
    pending = null;
  };
  const { child, end } = startProcess(module, options, fail);
  child.on('message', (reply: Reply) => {
    const answered = pending;
    pending = null;
    if (reply.kind === 'thrown') answered?.reject(withCode(reply));
    // A cast at the process boundary: module and caller agree on the types.
    else answered?.resolve(reply.answer as Answer);
  });

  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (ended !== null) return reject(ended);
        if (pending) return reject(new Error('The process is still busy with another question'));
        pending = { resolve, reject };
        child.send({ question });
      }),
    end: async () => {
      await end();
      fail(new Error('The process was ended'));
    },
  };
}

const withCode = ({ error, code }: Extract<Reply, { kind: 'thrown' }>) =>
  error instanceof Error && code !== null ? Object.assign(error, { code }) : error;
