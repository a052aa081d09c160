import type { ReactNode } from 'react';
import { Page } from './Page.tsx';
import { Panel } from './Panel.tsx';
import { Skeleton, SkeletonLines } from './Skeleton.tsx';
import { useTitle } from './useTitle.ts';

type PageLoadingProps = {
  /** Its name in the browser's tab and, for screen readers, in its heading. */
  title: string;
  /** The skeleton; default: that of a detail page. */
  children?: ReactNode;
};

/** A page while it loads. */
export function PageLoading({ title, children = <DetailLoading /> }: PageLoadingProps) {
  useTitle(title);
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      {children}
    </>
  );
}

function DetailLoading() {
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
