import { Worker } from 'node:worker_threads';

export type ThreadOptions = {
  /** What the module finds as `workerData`. */
  threadData: unknown;
  /** How large its heap may grow; beyond that the thread ends (ERR_WORKER_OUT_OF_MEMORY), and not the process. */
  memoryMb: number;
  /** Of what lives shortly: more needs fewer collections. */
  youngMb?: number;
};

/**
 * Runs a module in a thread beside the event loop. Node 20 gives a thread none of the process's loaders, so it learns
 * to read TypeScript first, however the process itself was started.
 */
export function startThread(module: URL, { threadData, memoryMb, youngMb = 8 }: ThreadOptions): Worker {
  const tsx = import.meta.resolve('tsx/esm/api');
  const first = `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(module)}); })`;
  return new Worker(first, {
    eval: true,
    workerData: threadData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
  });
}
