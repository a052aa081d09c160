import { reportFilterName, reportNames } from '@crm/events/reports/names.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartNoAxesCombined } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { codeOf, errorText, fieldErrorsOf } from '../api/errors.ts';
import { formatDay } from '../format/date.ts';
import { SavedReports } from '../saved-reports/SavedReports.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { linksOf } from './links.ts';
import { NotKept } from './NotKept.tsx';
import { type ReportInput, reportQueries, type ShownType } from './queries.ts';
import { ReportActions } from './ReportActions.tsx';
import { ReportForm } from './ReportForm.tsx';
import { ReportParts, type ShownReport } from './ReportParts.tsx';
import { reportIn, savableIn } from './reportUrl.ts';
import { Summary } from './Summary.tsx';
import { reportTexts } from './texts.ts';

const nothingAsked: ReportInput = { startDate: '', endDate: '' };

/** Reports: the form, and below it the report that the URL names. */
export function ReportsPage() {
  useTitle(reportTexts.title);
  const [params] = useSearchParams();
  const formKey = useFormKey();
  const asked = reportIn(params);
  const type = asked?.type ?? 'leads';
  const query = asked?.query ?? nothingAsked;
  const result = useShownReport(type, query, asked !== null);
  const { error, shown } = result;
  const isGone = useGone([type, query], result);
  useNoBatch(shown !== null && !isGone && !result.isPlaceholderData);
  const refused = fieldErrorsOf(error);
  // A report with a refused field would be refused at each opening, and in each mail.
  const isRefused = !isGone && Object.keys(refused).length > 0;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={reportTexts.title} />
      <ReportForm key={formKey} busy={result.isFetching} refused={refused} onGenerate={result.refetch} />
      <SavedReports shown={isRefused ? null : savableIn(params)} />
      {asked === null ? (
        <EmptyState icon={ChartNoAxesCombined} {...reportTexts.none} />
      ) : isGone ? (
        <NotKept type={type} query={query} isReading={result.isFetching} onRecomputed={result.refetch} />
      ) : error ? (
        <ErrorState title={reportTexts.error} text={errorText(error)} onRetry={result.refetch} />
      ) : shown ? (
        <Report shown={shown} query={query} />
      ) : (
        <SkeletonLines count={8} />
      )}
    </div>
  );
}

/** Whether the report is not kept, also while it is read again: the page must not take its button away meanwhile. */
function useGone(
  asked: unknown,
  { error, shown, isPlaceholderData }: ReturnType<typeof useShownReport>,
): boolean {
  const [gone, setGone] = useState<string | null>(null);
  const key = JSON.stringify(asked);
  let next = gone;
  if (isNotKept(error)) next = key;
  else if (error || (shown && !isPlaceholderData)) next = null;
  if (next !== gone) setGone(next);
  return next === key;
}

/**
 * Takes the batch out of the URL of a shown report. The batch may have ended unseen: before a reload, or when a new connection
 * read the report again before the batch.
 */
function useNoBatch(isShown: boolean): void {
  const [params, setParams] = useSearchParams();
  const isLeft = isShown && params.has('batch');
  useEffect(() => {
    if (!isLeft) return;
    setParams(
      (before) => {
        before.delete('batch');
        return before;
      },
      { replace: true },
    );
  }, [isLeft, setParams]);
}

const isNotKept = (error: unknown) => codeOf(error) === 'report-not-kept';

/**
 * Changes when the user goes back or forward, or opens a saved report, so that the form shows that URL; generating keeps
 * form and focus.
 */
function useFormKey(): string {
  const { key, state } = useLocation();
  const isOtherReport = useNavigationType() === 'POP' || state?.renewsForm === true;
  const [formKey, setFormKey] = useState(key);
  if (isOtherReport && formKey !== key) setFormKey(key);
  return formKey;
}

/** The report of the type; another type's report never shows in its place. */
function useShownReport(type: ShownType, query: ReportInput, enabled: boolean) {
  const optionsOf = (shown: ShownType) => ({
    enabled: enabled && shown === type,
    placeholderData: keepPreviousData,
    // Reading a report again would be another run, which the server records.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const results = {
    leads: useQuery({ ...reportQueries.leads(query), ...optionsOf('leads') }),
    revenue: useQuery({ ...reportQueries.revenue(query), ...optionsOf('revenue') }),
    conversion: useQuery({ ...reportQueries.conversion(query), ...optionsOf('conversion') }),
    cohorts: useQuery({ ...reportQueries.cohorts(query), ...optionsOf('cohorts') }),
    'operator-productivity': useQuery({
      ...reportQueries['operator-productivity'](query),
      ...optionsOf('operator-productivity'),
    }),
  };
  const { error, isFetching, isPlaceholderData, data, refetch } = results[type];
  // The data of a query is the report of its type.
  const shown = data ? ({ type, report: data.data } as ShownReport) : null;
  return { error, isFetching, isPlaceholderData, shown, refetch: () => void refetch() };
}

function Report({ shown, query }: { shown: ShownReport; query: ReportInput }) {
  const { type, report } = shown;
  const { about } = reportTexts;
  const linkOf = linksOf(report, query);
  const filters = report.filters.map(({ name, value }) => `${reportFilterName(name)} ${value}`).join(', ');
  const { timeZone, position } = report;
  const kept = new URLSearchParams({ type, ...definedOf(query), timeZone, position });
  return (
    <article className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">
            {about.title(reportNames[type], formatDay(report.startDate), formatDay(report.endDate))}
          </h2>
          <p className="text-sm break-words text-muted">
            {[
              about.timeZone(timeZone),
              ...(report.countBy ? [about.decided] : []),
              about.filters(filters),
              about.position(position),
            ].join(' · ')}
          </p>
          <Link to={`?${kept}`} className="text-sm text-primary-text hover:underline print:hidden">
            {about.keep}
          </Link>
        </div>
        <ReportActions type={type} query={{ ...query, timeZone }} position={position} />
      </div>
      <Summary report={report} linkOf={linkOf} />
      {report.totalLeads === 0 ? (
        <EmptyState icon={ChartNoAxesCombined} {...reportTexts.empty} />
      ) : (
        <ReportParts shown={shown} linkOf={linkOf} />
      )}
    </article>
  );
}

const definedOf = (query: ReportInput): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
