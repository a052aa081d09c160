import type { Batch } from '@crm/contracts/batches/batches.ts';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { buttonVariants } from '../../ui/Button.tsx';
import { pastLeadTexts } from '../texts/past.ts';

/** The list that a batch has found. */
export function PastListLink({ batch }: { batch: Batch }) {
  if (batch.state !== 'done') return null;
  return (
    <Link
      to={`${paths.leads.past}?list=${batch._id}`}
      className={buttonVariants({ variant: 'primary', className: 'self-start' })}
    >
      {pastLeadTexts.open}
    </Link>
  );
}
