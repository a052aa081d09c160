import { Page } from './Page.tsx';
import { Panel } from './Panel.tsx';
import { Skeleton, SkeletonLines } from './Skeleton.tsx';

/** Skeleton of a detail page. */
export function PageLoading() {
  return (
    <Page>
      <Skeleton className="h-7 w-56" />
      <div className="mt-8 grid gap-3 lg:grid-cols-2">
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
