import type { Batch, BatchProblem } from '@crm/contracts/batches/batches.ts';
import { type ComponentType, createContext } from 'react';

/** The parts that a feature adds to the display of its batch kind; each is optional. */
export type BatchKindView = {
  /** Below the outcome of an ended batch: a download, grouped errors. */
  Result?: ComponentType<{ batch: Batch }>;
  /** The page of a problem's item; null if it has none. */
  linkOf?: (problem: BatchProblem) => string | null;
  /** Whether to show no toast at the end, because the page that started the batch reports it. */
  quiet?: (batch: Batch) => boolean;
};

/** By batch kind; the app provides them (app/features.ts). */
export const BatchKinds = createContext<Readonly<Record<string, BatchKindView>>>({});
