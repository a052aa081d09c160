import type { BulkSummary } from '@crm/contracts/leads/bulk.ts';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { leadDialogTexts } from '../texts/dialogs.ts';

const texts = leadDialogTexts.leftOver;

type LeftOverProps = {
  text: string;
  summary: BulkSummary;
  /** Null for a lead that the list has not loaded. */
  orderIdOf: (leadId: string) => string | null;
  onClose: () => void;
};

/** The result of a bulk action that was not fully applied: each skipped or failed lead with its reason. */
export function LeftOver({ text, summary, orderIdOf, onClose }: LeftOverProps) {
  return (
    <Dialog open onClose={onClose} title={texts.title}>
      <Alert tone={summary.failed > 0 ? 'warn' : 'info'} text={text} />
      <ul aria-label={texts.list} className="mt-3 max-h-80 divide-y overflow-y-auto rounded-ui border">
        {summary.problems.map(({ leadId, outcome, message }) => (
          <li key={leadId} className="flex items-baseline gap-2 px-3 py-1.5">
            <Link
              to={paths.leads.one(leadId)}
              onClick={onClose}
              className="rounded-ui font-medium break-all text-primary-text hover:underline"
            >
              {orderIdOf(leadId) ?? texts.unknownLead}
            </Link>
            <span className="min-w-0 flex-1 break-words">{message}</span>
            <Badge tone={outcome === 'failed' ? 'bad' : 'neutral'}>
              {outcome === 'failed' ? texts.failed : texts.skipped}
            </Badge>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
