import { Page } from './Page.tsx';
import { Panel } from './Panel.tsx';
import { Skeleton, SkeletonLines } from './Skeleton.tsx';

/** Skeleton of a detail page. */
export function PageLoading() {
  return (
    <Page>
      <Skeleton className="h-7 w-56" />
      <PanelsLoading className="mt-8" />
    </Page>
  );
}

/** Skeleton of the two panels of a detail page. */
export function PanelsLoading({ className }: { className: string }) {
  return (
    <div className={`grid gap-3 lg:grid-cols-2 ${className}`}>
      <Panel>
        <SkeletonLines count={5} />
      </Panel>
      <Panel>
        <SkeletonLines count={5} />
      </Panel>
    </div>
  );
}
