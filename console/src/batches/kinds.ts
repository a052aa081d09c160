import type { Batch, BatchProblem } from '@crm/contracts/batches/batches.ts';
import { type ComponentType, createContext } from 'react';

/** What a feature adds to how batches of its kind are shown; all of it may be left out. */
export type BatchKindView = {
  /** Below the outcome of one that has ended: a download, errors in groups. */
  Result?: ComponentType<{ batch: Batch }>;
  /** The page about a problem's item; null where it has none. */
  linkOf?: (problem: BatchProblem) => string | null;
  /** Its end is told where it was started, so that no toast tells it as well. */
  quiet?: (batch: Batch) => boolean;
};

/** By kind; the app fills it (app/batchKinds.ts). */
export const BatchKinds = createContext<Readonly<Record<string, BatchKindView>>>({});
