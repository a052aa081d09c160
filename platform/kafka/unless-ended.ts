import { KafkaUnusable } from './failure.ts';

/** After the stop signal, an answer is awaited for this time. */
const LAST_ANSWER_MS = 2_000;

/** Waits for an answer of Kafka, but not for long after the end. Throws KafkaUnusable when it is not awaited any more. */
export function unlessEnded<T>(answer: Promise<T>, ended: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const onEnd = () => {
      timer = setTimeout(() => reject(new KafkaUnusable('It did not answer before the end')), LAST_ANSWER_MS);
    };
    if (ended.aborted) onEnd();
    ended.addEventListener('abort', onEnd, { once: true });
    const over = () => {
      clearTimeout(timer);
      ended.removeEventListener('abort', onEnd);
    };
    answer.finally(over).then(resolve, reject);
  });
}
