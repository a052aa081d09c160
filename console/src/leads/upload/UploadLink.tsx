import type { Batch } from '@crm/contracts/batches/batches.ts';
import { Link } from 'react-router-dom';
import { showBatch } from '../../batches/shown.ts';
import { paths } from '../../paths.ts';
import { buttonVariants } from '../../ui/Button.tsx';
import { leadUploadTexts } from '../texts/upload.tsx';

/** A link from an upload's batch to the upload page. */
export function UploadLink({ batch }: { batch: Batch }) {
  return (
    <Link
      to={paths.leads.uploaded(batch._id)}
      onClick={() => showBatch(null)}
      className={`${buttonVariants()} self-start`}
    >
      {batch.kind === 'lead-upload' ? leadUploadTexts.link.result : leadUploadTexts.link.preview}
    </Link>
  );
}
