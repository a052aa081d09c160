import { Page } from './Page.tsx';
import { Panel } from './Panel.tsx';
import { Skeleton, SkeletonLines } from './Skeleton.tsx';
import { useTitle } from './useTitle.ts';

/** Skeleton of a detail page. `title` names it in the browser's tab and, for screen readers, in its heading. */
export function PageLoading({ title }: { title: string }) {
  useTitle(title);
  return (
    <Page>
      <h1 className="sr-only">{title}</h1>
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
