import { byId } from '@crm/contracts/fields.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { errorText, isNotFound } from '../api/errors.ts';
import { buttonLook } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageLoading } from '../ui/PageLoading.tsx';

/** The id in the page's address, for a query that is `enabled` by `isId`: what is no id is not asked for. */
export function useAddressedId(): { id: string; isId: boolean } {
  const { id = '' } = useParams();
  return { id, isId: byId.safeParse({ id }).success };
}

type GateProps<Data> = {
  isId: boolean;
  query: UseQueryResult<{ data: Data }>;
  /** 'User'. */
  what: string;
  /** Where the others are: '/users', 'Users'. */
  list: { to: string; title: string };
  /** What stands there until it has come; a spinner unless said. */
  loading?: ReactNode;
  /** For a page that copies the data into a form once: waits where the cached answer is outdated and being read again. */
  editing?: boolean;
  children: (data: Data) => ReactNode;
};

/** A page about the one thing whose id is in its address, once that is known; what to say until then, or instead. */
export function Gate<Data>({ isId, query, what, list, loading, editing = false, children }: GateProps<Data>) {
  // Once open, the form stays: what is read again later must not discard what was typed.
  const [opened, setOpened] = useState(false);
  const isOpen = opened || !editing || !(query.isStale && query.isFetching);
  // Also when it was there a moment ago: deleted meanwhile, or somebody else's now.
  if (!isId || isNotFound(query.error)) return <NotFound what={what} list={list} />;
  if (query.data && isOpen) {
    if (!opened) setOpened(true);
    return children(query.data.data);
  }
  if (query.isError)
    return <ErrorState page text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  return loading ?? <PageLoading />;
}

/** Deleted, another organisation's, another person's, or never there: it says no more than that. */
function NotFound({ what, list }: Pick<GateProps<unknown>, 'what' | 'list'>) {
  return (
    <EmptyState
      page
      icon={SearchX}
      title={`${what} not found`}
      action={
        <Link to={list.to} className={buttonLook('primary')}>
          {`Back to ${list.title}`}
        </Link>
      }
    />
  );
}
