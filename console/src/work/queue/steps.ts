import { useSyncExternalStore } from 'react';

/** A lead whose work has ended. `position`: of the history when its command was answered, see api/position.ts. */
export type FinishedLead = { id: string } & (
  | { kind: 'sending' }
  | { kind: 'answered'; position: string | null }
);

export type Steps = {
  /** Steps that wait or run. */
  running: number;
  /** The queue on screen may still contain them. */
  finished: readonly FinishedLead[];
  /**
   * The lead that followed the last finished one on screen, then the one that was taken: it stays there until the queue has it as
   * the taken one.
   */
  upNext: string | null;
};

/**
 * The operator's steps in the queue, sent one after the other in the order of the keys. They outlive the page: an
 * operator may leave it while outcomes are being sent, and come back. `finished` is bounded by the keys of one burst.
 */
let steps: Steps = { running: 0, finished: [], upNext: null };
let last = Promise.resolve();
const listeners = new Set<() => void>();

function change(changed: Partial<Steps>) {
  steps = { ...steps, ...changed };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSteps = (): Steps => useSyncExternalStore(subscribe, currentSteps);
export const currentSteps = (): Steps => steps;
export const isLastStep = () => steps.running === 1;

/** @param before the finished leads that the queue on screen still contains; others are forgotten */
export const markFinished = (id: string, upNext: string | null, before: readonly FinishedLead[]) =>
  change({ finished: [...before, { id, kind: 'sending' }], upNext });

/** A step has taken this lead. A queue that is behind does not have it yet. */
export const stayOn = (taken: string) => change({ upNext: taken });
export const forgetUpNext = () => change({ upNext: null });

/** The command of a finished lead was answered, or given up. */
export const markAnswered = (id: string, position: string | null) =>
  change({
    finished: steps.finished.map((lead) => (lead.id === id ? { id, kind: 'answered', position } : lead)),
  });

/** Runs a step after those before it. `after` runs when no other step waits, before this one counts as ended. */
export function addStep(
  step: () => Promise<unknown>,
  onError: (error: unknown) => void,
  after: () => Promise<unknown>,
): Promise<void> {
  change({ running: steps.running + 1 });
  last = last
    .then(step)
    .then(() => {}, onError)
    .then(async () => {
      if (isLastStep()) await after();
    })
    .finally(() => change({ running: steps.running - 1 }));
  return last;
}

/**
 * From now on until the step that is returned has ended, the browser asks before it closes the tab. For steps that the operator
 * believes to be saved when they are added: a closed tab would lose them silently.
 */
export function holdTab(step: () => Promise<unknown>): () => Promise<unknown> {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => step().finally(() => window.removeEventListener('beforeunload', ask));
}
