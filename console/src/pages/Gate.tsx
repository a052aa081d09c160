import { byId } from '@crm/contracts/fields.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { errorText, isNotFound } from '../api/errors.ts';
import { buttonVariants } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageLoading } from '../ui/PageLoading.tsx';

/** The id in the page's address. An invalid id is not fetched: pass `isId` as the query's `enabled`. */
export function useAddressedId(): { id: string; isId: boolean } {
  const { id = '' } = useParams();
  return { id, isId: byId.safeParse({ id }).success };
}

type GateProps<Data> = {
  isId: boolean;
  query: UseQueryResult<{ data: Data }>;
  /** 'User'. */
  what: string;
  /** The list that contains it: the users list, 'Users'. */
  list: { to: string; title: string };
  /** Shown while loading; default: a spinner. */
  loading?: ReactNode;
  /**
   * For a page that copies the data into a form once: waits while an outdated cached answer is being
   * refetched.
   */
  editing?: boolean;
  children: (data: Data) => ReactNode;
};

/** Loads the entity of a page's address; shows loading, not-found and error states. */
export function Gate<Data>({ isId, query, what, list, loading, editing = false, children }: GateProps<Data>) {
  // Once open, the form stays open: a later refetch must not discard typed text.
  const [opened, setOpened] = useState(false);
  const isOpen = opened || !editing || !(query.isStale && query.isFetching);
  // Applies also to data that was there before: it was deleted, or the user lost access.
  if (!isId || isNotFound(query.error)) return <NotFound what={what} list={list} />;
  if (query.data && isOpen) {
    if (!opened) setOpened(true);
    return children(query.data.data);
  }
  if (query.isError)
    return <ErrorState page text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  return loading ?? <PageLoading />;
}

/** Deleted, inaccessible and unknown entities look the same on purpose. */
function NotFound({ what, list }: Pick<GateProps<unknown>, 'what' | 'list'>) {
  return (
    <EmptyState
      page
      icon={SearchX}
      title={`${what} not found`}
      action={
        <Link to={list.to} className={buttonVariants({ variant: 'primary' })}>
          {`Back to ${list.title}`}
        </Link>
      }
    />
  );
}
