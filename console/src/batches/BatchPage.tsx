import { type Batch, listBatches } from '@crm/contracts/batches/batches.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { knownRow } from '../api/knownRow.ts';
import { formatDateTime } from '../format/date.ts';
import { Gate } from '../pages/Gate.tsx';
import type { Readable } from '../pages/resource.ts';
import { paths } from '../paths.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Page } from '../ui/Page.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { BatchView } from './BatchView.tsx';
import { stateOf } from './labels.ts';
import { batchDetail } from './queries.ts';
import { batchTexts } from './texts.ts';

const texts = batchTexts.page;

const list = { to: paths.batches.list, title: batchTexts.list.title };

const batches: Readable<Batch> = {
  noun: texts.noun,
  list,
  useOne: (id, enabled) =>
    useQuery({ ...batchDetail(id), enabled, select: ({ data, stale }) => ({ entity: data.batch, stale }) }),
  known: (queryClient, id) => knownRow(queryClient, listBatches.path, id),
};

/** One batch at its own address. */
export function BatchPage() {
  useTitle(texts.title);
  const navigate = useNavigate();
  return (
    <Gate of={batches}>
      {(batch) => (
        <Page>
          <PageHeader
            title={batch.title}
            badges={<Badge tone={stateOf(batch).tone}>{stateOf(batch).text}</Badge>}
            actions={
              <Button icon={ArrowLeft} onClick={() => void navigate(list.to)}>
                {texts.back}
              </Button>
            }
          />
          <Panel>
            <BatchView batch={batch} />
          </Panel>
          <Panel title={texts.facts.title}>
            <Facts
              facts={[
                { label: texts.facts.by, value: batch.createdBy.fullName },
                { label: texts.facts.at, value: formatDateTime(batch.createdAt) },
                { label: texts.facts.started, value: batch.startedAt && formatDateTime(batch.startedAt) },
                { label: texts.facts.ended, value: batch.finishedAt && formatDateTime(batch.finishedAt) },
                ...(batch.undoes ? [{ label: texts.facts.undoes, value: <Undoes id={batch.undoes} /> }] : []),
              ]}
            />
          </Panel>
        </Page>
      )}
    </Gate>
  );
}

function Undoes({ id }: { id: string }) {
  const batch = useQuery(batchDetail(id)).data?.data.batch;
  return (
    <Link to={paths.batches.one(id)} className="rounded-ui text-primary-text hover:underline">
      {batch?.title ?? texts.facts.unnamed}
    </Link>
  );
}
