/** The states of a batch. Without zod, because the console needs them before its first rows. */
export const batchStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
