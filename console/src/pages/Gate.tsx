import { useQueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { errorText, isNotFound } from '../api/errors.ts';
import { buttonVariants } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageLoading } from '../ui/PageLoading.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { isId } from '../url/fields.ts';
import type { Readable } from './resource.ts';
import { pageTexts } from './texts.ts';

type GateProps<Data> = {
  of: Readable<Data>;
  /** Shown while loading; default: a skeleton. */
  loading?: ReactNode;
  /**
   * For a page that copies the data into a form once: waits while an outdated cached answer is being refetched, and until it `isLate`
   * while the answer is from before the user's last save.
   */
  editing?: { isLate: boolean };
  /** Goes on with the last data when the entity is gone: a form on the page has unsaved changes. */
  keepsGone?: boolean;
  children: (data: Data, isGone: boolean) => ReactNode;
};

/** Loads the entity of the page's address; shows loading, not-found and error states. */
export function Gate<Data>(props: GateProps<Data>) {
  const { id = '' } = useParams();
  // Another id is another page, with a state of its own.
  return <GateOfId key={id} id={id} {...props} />;
}

function GateOfId<Data>({ id, of, loading, editing, keepsGone, children }: GateProps<Data> & { id: string }) {
  const valid = isId(id);
  const query = of.useOne(id, valid);
  const queryClient = useQueryClient();
  // Once open, the form stays open: a later refetch must not discard typed text.
  const [opened, setOpened] = useState(false);
  const isBehind = (query.data?.stale && !editing?.isLate) || (query.isStale && query.isFetching);
  const isOpen = opened || !editing || !isBehind;
  // Applies also to data that was there before: it was deleted, or the user lost access.
  const isGone = !valid || isNotFound(query.error);
  if (isGone && !(keepsGone && opened)) return <NotFound of={of} />;
  if (query.data !== undefined && isOpen) {
    if (!opened) setOpened(true);
    return children(query.data.entity, isGone);
  }
  const known = query.isPending && valid && !editing ? of.known?.(queryClient, id) : undefined;
  if (known !== undefined && !query.isError) return children(known, false);
  if (query.isError)
    return (
      <Titled title={of.noun}>
        <ErrorState page text={errorText(query.error)} onRetry={() => void query.refetch()} />
      </Titled>
    );
  return <PageLoading title={of.noun}>{loading}</PageLoading>;
}

/** Names a state of the page in which it has no data, and so no name of its own, in the browser's tab. */
function Titled({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return children;
}

/** Deleted, inaccessible and unknown entities look the same on purpose. */
function NotFound({ of: { noun, list } }: { of: Pick<Readable<unknown>, 'noun' | 'list'> }) {
  const title = pageTexts.notFound.title(noun);
  useTitle(title);
  return (
    <EmptyState
      page
      icon={SearchX}
      title={title}
      action={
        <Link to={list.to} className={buttonVariants({ variant: 'primary' })}>
          {pageTexts.notFound.back(list.title)}
        </Link>
      }
    />
  );
}
