import type { UploadResult } from '@crm/contracts/leads/upload-results.ts';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../format/count.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, buttonVariants } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { leadUploadTexts } from '../texts/upload.tsx';
import { leadWords } from '../texts/words.ts';
import type { Outcome } from './calls.ts';
import { UploadErrors } from './UploadErrors.tsx';

const texts = leadUploadTexts.result;

type Ended = UploadResult | Extract<Outcome, { kind: 'failed' }>;

/** The result of an upload. */
export function ResultPanel({ outcome, onAnother }: { outcome: Ended; onAnother: () => void }) {
  const { errors, errorsCount, groups, batchId } = outcome;
  return (
    <Panel title={texts.title}>
      <div className="flex flex-col gap-5">
        {outcome.kind === 'saved' ? <Saved result={outcome} /> : <Alert tone="bad" text={outcome.message} />}
        <UploadErrors errors={errors} count={errorsCount} groups={groups} batchId={batchId} />
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={onAnother}>
            {texts.another}
          </Button>
          <Link to={paths.leads.list} className={buttonVariants()}>
            {texts.goToLeads}
          </Link>
        </div>
      </div>
    </Panel>
  );
}

function Saved({ result }: { result: UploadResult }) {
  const { savedLeads, offer, distribution, errorsCount } = result;
  const assigned = distribution.reduce((sum, { leadsAssigned }) => sum + leadsAssigned, 0);
  return (
    <>
      <Alert
        tone={errorsCount > 0 ? 'warn' : 'ok'}
        text={errorsCount > 0 ? texts.savedWithErrors(savedLeads, errorsCount) : texts.saved(savedLeads)}
      />
      <Facts
        facts={[
          { label: texts.offer, value: offer.name },
          ...distribution.map(({ userName, leadsAssigned }) => ({
            label: userName,
            value: leadWords.count(leadsAssigned),
          })),
          { label: texts.unassigned, value: formatNumber(savedLeads - assigned) },
        ]}
      />
    </>
  );
}
