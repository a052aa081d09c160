import type { Batch } from '@crm/contracts/batches/batches.ts';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Badge } from '../ui/Badge.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import type { Column } from '../ui/table/columns.ts';
import { ProgressBar } from './BatchProgress.tsx';
import { isRunning, outcomeOf, progressOf, stateOf } from './labels.ts';
import { batchTexts } from './texts.ts';

const texts = batchTexts.list.columns;

export const batchColumns: Column<Batch>[] = [
  { id: 'title', header: texts.title, width: 20, cell: (batch) => <TitleLink batch={batch} /> },
  { id: 'state', header: texts.state, width: 7, cell: (batch) => <State batch={batch} /> },
  { id: 'outcome', header: texts.outcome, width: 20, cell: (batch) => <Outcome batch={batch} /> },
  {
    id: 'by',
    header: texts.by,
    width: 9,
    cell: ({ createdBy, createdAt }) => (
      <>
        <p className="truncate">
          <bdi>{createdBy.fullName}</bdi>
        </p>
        <p className="truncate text-muted">
          <RelativeTime at={createdAt} />
        </p>
      </>
    ),
  },
];

export function BatchCard({ batch }: { batch: Batch }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-3">
        <TitleLink batch={batch} />
        <State batch={batch} />
      </div>
      <Outcome batch={batch} />
      <p className="text-sm text-muted">
        <bdi>{batch.createdBy.fullName}</bdi> · <RelativeTime at={batch.createdAt} />
      </p>
    </div>
  );
}

function TitleLink({ batch }: { batch: Batch }) {
  return (
    <Link
      to={paths.batches.one(batch._id)}
      className="block min-w-0 rounded-ui font-medium break-words text-primary-text hover:underline"
    >
      {batch.title}
    </Link>
  );
}

function State({ batch }: { batch: Batch }) {
  const { text, tone } = stateOf(batch);
  return <Badge tone={tone}>{text}</Badge>;
}

function Outcome({ batch }: { batch: Batch }) {
  if (!isRunning(batch)) return <p className="line-clamp-2 break-words">{outcomeOf(batch)}</p>;
  return (
    <div className="flex flex-col gap-1">
      <ProgressBar batch={batch} />
      <p className="text-sm text-muted tabular-nums">{progressOf(batch)}</p>
    </div>
  );
}
