import { startThread, type ThreadOptions } from './start.ts';

/** A thread that answers one question at a time. */
export type Thread<Question, Answer> = {
  /** Rejects with what the thread threw, or with how it ended: its memory was not enough, or it was ended. */
  ask: (question: Question) => Promise<Answer>;
  /** Ends it, whatever it is doing. Safe to call again. */
  end: () => Promise<void>;
};

/** What comes back from a thread. */
export type Reply =
  | { kind: 'answer'; answer: unknown }
  | { kind: 'thrown'; error: unknown; code: string | null };

/** Starts a thread on a module that calls `answerQuestions`. */
export function openThread<Question, Answer>(module: URL, options: ThreadOptions): Thread<Question, Answer> {
  const worker = startThread(module, options);
  let asked: { resolve: (answer: Answer) => void; reject: (error: unknown) => void } | null = null;
  let ended: unknown = null;
  const fail = (error: unknown) => {
    ended ??= error;
    asked?.reject(ended);
    asked = null;
  };
  worker.on('message', (reply: Reply) => {
    const answered = asked;
    asked = null;
    if (reply.kind === 'thrown') answered?.reject(withCode(reply));
    // The edge where the type of an answer begins: module and asker are written for each other.
    else answered?.resolve(reply.answer as Answer);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread has ended')));

  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (ended !== null) return reject(ended);
        if (asked) return reject(new Error('The thread is still busy with another question'));
        asked = { resolve, reject };
        worker.postMessage(question);
      }),
    end: async () => {
      await worker.terminate();
    },
  };
}

const withCode = ({ error, code }: Extract<Reply, { kind: 'thrown' }>) =>
  error instanceof Error && code !== null ? Object.assign(error, { code }) : error;
