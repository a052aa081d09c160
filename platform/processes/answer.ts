import { nextMessage, sendToParent } from './child.ts';

/** A reply of a child process. */
export type Reply =
  | { kind: 'answer'; answer: unknown }
  | { kind: 'thrown'; error: unknown; code: string | null };

/**
 * For the module of a child process (openProcess). `start` gets the data of the start and returns the function that
 * answers questions.
 */
export async function answerQuestions<Data, Question, Answer>(
  start: (data: Data) => (question: Question) => Promise<Answer>,
): Promise<never> {
  const { data } = await nextMessage<{ data: Data }>();
  const answer = start(data);
  const reply = (what: Reply) => sendToParent(what);
  for (;;) {
    const { question } = await nextMessage<{ question: Question }>();
    await answer(question).then(
      (given) => reply({ kind: 'answer', answer: given }),
      (error: unknown) => reply({ kind: 'thrown', error, code: codeOf(error) }),
    );
  }
}

/** Errors lose their own properties between processes; the code tells the caller whether to retry. */
const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
