import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { errorText } from '../../api/errors.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useLastPage } from '../../url/useLastPage.ts';
import { type UserAction, userActions } from '../queries.ts';
import { userTexts } from '../texts.ts';

const texts = userTexts.detail.activity;

const limits = [25, 50, 100] as const;

const pageOf = (params: URLSearchParams) => Math.max(1, Math.trunc(Number(params.get('page'))) || 1);

/** The user's actions on leads, newest first. Page and page size are in the URL. */
export function UserActions({ id }: { id: string }) {
  const [params, setParams] = useSearchParams();
  const limit = limits.find((one) => String(one) === params.get('limit')) ?? limits[0];
  const page = pageOf(params);
  const query = useQuery(userActions(id, { page, limit }));
  const show = (changes: Record<string, number>) =>
    setParams(
      (before) => {
        for (const [name, value] of Object.entries(changes)) before.set(name, String(value));
        return before;
      },
      { replace: true },
    );
  useLastPage(page, query, (last) => show({ page: last }));

  if (!query.data && query.isError)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  const actions = query.data?.data;
  const { total = 0 } = query.data?.pagination ?? {};
  return (
    <Panel title={texts.actions}>
      {!actions ? (
        <SkeletonLines count={6} />
      ) : total === 0 ? (
        <EmptyState icon={ChartNoAxesColumn} title={texts.comingSoon} />
      ) : (
        <div className="flex flex-col gap-3">
          <ul className="divide-y">
            {actions.map((action) => (
              <ActionRow key={action._id} action={action} />
            ))}
          </ul>
          <Pagination
            page={page}
            totalPages={Math.ceil(total / limit)}
            onPage={(next) =>
              show({
                page:
                  typeof next === 'function'
                    ? next(pageOf(new URLSearchParams(window.location.search)))
                    : next,
              })
            }
            limit={limit}
            limits={limits}
            onLimit={(next) => show({ limit: next, page: 1 })}
          />
        </div>
      )}
    </Panel>
  );
}

function ActionRow({ action: { type, content, createdAt, lead } }: { action: UserAction }) {
  return (
    <li className="flex flex-col gap-1 py-2">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge tone={type === 'call' ? 'info' : 'neutral'}>{texts.types[type]}</Badge>
        {lead ? (
          <Link to={paths.leads.one(lead._id)} className="text-primary-text hover:underline" dir="auto">
            {texts.lead(lead.orderId, lead.fullName)}
          </Link>
        ) : (
          texts.deletedLead
        )}
        <RelativeTime at={createdAt} />
      </p>
      {type === 'status-request' ? (
        <p>
          <StatusBadge status={content} />
        </p>
      ) : (
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {content}
        </p>
      )}
    </li>
  );
}
