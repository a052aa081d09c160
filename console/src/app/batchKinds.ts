import type { BatchKindView } from '../batches/kinds.ts';
import { exportBatch, leadBatch, uploadBatch } from '../leads/batches.tsx';

/** How each feature displays its batches. A feature adds its kinds here. */
export const batchKinds: Readonly<Record<string, BatchKindView>> = {
  'lead-status': leadBatch,
  'lead-assign': leadBatch,
  'lead-approve': leadBatch,
  'lead-delete': leadBatch,
  'lead-undo': leadBatch,
  'lead-export': exportBatch,
  'lead-upload': uploadBatch,
  'lead-upload-check': uploadBatch,
};
