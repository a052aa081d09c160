import type { Batch } from '@crm/contracts/batches/batches.ts';
import { Link } from 'react-router-dom';
import { showBatch } from '../batches/shown.ts';
import { buttonVariants } from '../ui/Button.tsx';
import { reportTexts } from './texts.ts';

/** A link from a batch to the report that it recomputed; nothing if it has none, or if only the API answers the report. */
export function RecomputedLink({ batch: { result } }: { batch: Batch }) {
  const page = typeof result === 'object' && result !== null && 'page' in result ? result['page'] : null;
  if (typeof page !== 'string') return null;
  return (
    <Link to={page} onClick={() => showBatch(null)} className={`${buttonVariants()} self-start`}>
      {reportTexts.recomputed}
    </Link>
  );
}
