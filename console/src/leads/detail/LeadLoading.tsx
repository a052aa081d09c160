import { Page } from '../../ui/Page.tsx';
import { PanelsLoading } from '../../ui/PageLoading.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Skeleton of the lead page, with each part in its final place. */
export function LeadLoading() {
  return (
    <Page>
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-18" />
      <PanelsLoading className="mt-14" />
    </Page>
  );
}
