import { byId } from '@crm/contracts/fields.ts';
import type { User } from '@crm/contracts/users/user.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { errorText, isNotFound } from '../../api/errors.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageLoading } from '../../ui/PageLoading.tsx';
import { userDetail } from '../queries.ts';
import { UserNotFound } from './UserNotFound.tsx';

/** A page about the user whose id is in its address, once they are known. */
export function UserGate({ children }: { children: (user: User) => ReactNode }) {
  const { id = '' } = useParams();
  const isId = byId.safeParse({ id }).success;
  const query = useQuery({ ...userDetail(id), enabled: isId });

  // Also when they were there a moment ago: deleted meanwhile.
  if (!isId || isNotFound(query.error)) return <UserNotFound />;
  if (query.data) return children(query.data.data.user);
  if (query.isError)
    return <ErrorState page text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  return <PageLoading />;
}
