import type { UseQueryResult } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '../api/errors.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { ActionButton } from '../keys/ActionButton.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { dashboardTexts } from './texts.ts';

type DashboardFrameProps = {
  title: string;
  query: UseQueryResult;
  /** Placed before the Refresh button. */
  actions?: ReactNode;
  /** The figures. An error replaces them until there is an answer to show. */
  children: ReactNode;
  /** Shown below the figures, with an error too. */
  footer?: ReactNode;
};

/** The frame of a dashboard: the greeting, the Refresh button and the error state. */
export function DashboardFrame({ title, query, actions, children, footer }: DashboardFrameProps) {
  useTitle(title);
  const user = useCurrentUser();
  const { data, isError, isFetching, error } = query;
  const refetch = () => void query.refetch();
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={title}
        subtitle={dashboardTexts.welcome(user.fullName)}
        actions={
          <>
            {actions}
            <ActionButton
              label={dashboardTexts.refresh}
              group={dashboardTexts.title}
              action="refresh"
              icon={RefreshCw}
              busy={isFetching}
              onClick={refetch}
            />
          </>
        }
      />
      {data === undefined && isError ? <ErrorState text={errorText(error)} onRetry={refetch} /> : children}
      {footer}
    </div>
  );
}
