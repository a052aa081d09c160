import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton, SkeletonLines } from '../../ui/Skeleton.tsx';

/** Skeleton of the lead page, with each part in its final place. */
export function LeadLoading() {
  return (
    <Page>
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-18" />
      <div className="mt-14 grid gap-3 lg:grid-cols-2">
        <Panel>
          <SkeletonLines count={5} />
        </Panel>
        <Panel>
          <SkeletonLines count={5} />
        </Panel>
      </div>
    </Page>
  );
}
