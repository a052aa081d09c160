import { PastListResult } from '@crm/contracts/leads/past-list.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { errorText } from '../../api/errors.ts';
import { BatchActions } from '../../batches/BatchActions.tsx';
import { BatchProgress } from '../../batches/BatchProgress.tsx';
import { isRunning, outcomeOf } from '../../batches/labels.ts';
import { batchDetail } from '../../batches/queries.ts';
import { Alert } from '../../ui/Alert.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageLoading } from '../../ui/PageLoading.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { useUrlState } from '../../url/useUrlState.ts';
import { pastLeadTexts as texts } from '../texts/past.ts';
import { MomentForm, useMomentForm } from './MomentForm.tsx';
import { pastLeadsState } from './queries.ts';

// Loads while the batch finds the leads.
const PastList = lazy(async () => ({ default: (await import('./PastList.tsx')).PastList }));

/** /leads/past: asks for a moment, and shows the leads as they were then. The URL names the batch that finds them. */
export function PastLeadsPage() {
  const [{ list }, setUrl] = useUrlState(pastLeadsState);
  const form = useMomentForm();
  const found = useQuery({ ...batchDetail(list), enabled: list !== '' });
  const batch = found.data?.data.batch;
  const result = PastListResult.safeParse(batch?.state === 'done' ? batch.result : null);
  if (list !== '' && result.success)
    return (
      <Suspense fallback={<PageLoading title={texts.title} />}>
        <PastList at={result.data.at} filters={result.data.filters} />
      </Suspense>
    );
  return (
    <Page>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      {found.isLoadingError && (
        <ErrorState text={errorText(found.error)} onRetry={() => void found.refetch()} />
      )}
      {batch && !isRunning(batch) && <Alert tone="warn" text={outcomeOf(batch)} />}
      {list !== '' && found.isPending ? (
        <SkeletonLines count={3} />
      ) : batch && isRunning(batch) ? (
        <section aria-label={texts.finding} className="flex flex-col gap-4 rounded-ui border bg-surface p-4">
          <p className="font-medium">{batch.title}</p>
          <BatchProgress batch={batch} />
          <p className="text-muted">{texts.leave}</p>
          <BatchActions batch={batch} />
        </section>
      ) : (
        <MomentForm form={form} onFound={(id) => setUrl({ list: id })} />
      )}
    </Page>
  );
}
