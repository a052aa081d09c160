import type { SavedReport } from '@crm/contracts/saved-reports/saved-reports.ts';
import { reportNames } from '@crm/events/reports/names.ts';
import { Clock, Ellipsis, MailX, Pencil, Replace, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { errorText } from '../api/errors.ts';
import { Allowed } from '../auth/Allowed.tsx';
import { formatDay } from '../format/date.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/Menu.tsx';
import { onDemand, usePopup } from '../ui/onDemand.ts';
import { toast } from '../ui/toast.tsx';
import { useMinute } from '../ui/useMinute.ts';
import { useDeleteSavedReport, useUpdateSavedReport } from './commands.ts';
import { LastMailing } from './LastMailing.tsx';
import { replacementOf, type ShownReport, searchOf } from './period.ts';
import { savedReportTexts } from './texts.ts';

const texts = savedReportTexts.row;

const naming = onDemand(() => import('./NameReportDialog.tsx'));
const scheduling = onDemand(() => import('./ScheduleDialog.tsx'));

type RowProps = { report: SavedReport; shown: ShownReport | null; timeZone: string };

/** A saved report: its name opens it; its menu changes it. */
export function SavedReportRow({ report, shown, timeZone }: RowProps) {
  const [dialog, setDialog] = useState<'none' | 'rename' | 'schedule' | 'delete'>('none');
  // On a page that stays open past midnight, the days of the period move, too.
  const now = useMinute();
  const update = useUpdateSavedReport();
  const remove = useDeleteSavedReport();
  const named = usePopup(naming, dialog === 'rename');
  const scheduled = usePopup(scheduling, dialog === 'schedule');
  const close = () => setDialog('none');
  const { name, schedule } = report;

  function change(body: Parameters<typeof update.mutate>[0]['body'], done: string) {
    // Not by callbacks of `mutate`, which end with the row: the result is also said on the next page.
    update.mutateAsync({ params: { id: report._id }, body }).then(
      () => toast.success(done),
      (error) => toast.error(errorText(error)),
    );
  }

  return (
    <li className="flex items-start justify-between gap-2 py-2">
      <div className="min-w-0">
        <Link
          to={searchOf(report, new Date(now), timeZone)}
          // The form then shows this report, too (ReportsPage).
          state={{ renewsForm: true }}
          dir="auto"
          className="font-medium break-words text-primary-text hover:underline"
        >
          {name}
        </Link>
        <p className="text-sm text-muted">{contentText(report)}</p>
        {schedule && (
          <p className="text-sm text-muted">
            {[
              savedReportTexts.rhythm(schedule),
              savedReportTexts.sentTo(schedule.toOwner, schedule.recipients.length, schedule.format),
            ].join(' · ')}
          </p>
        )}
        {report.ended && <p className="text-sm text-warn">{savedReportTexts.ended[report.ended]}</p>}
        {report.lastMailing && <LastMailing mailing={report.lastMailing} />}
      </div>
      <Allowed to="change-own">
        <Menu
          label={texts.actions(name)}
          trigger={<IconButton icon={Ellipsis} label={texts.actions(name)} />}
        >
          <MenuItem icon={Clock} onSelect={() => setDialog('schedule')}>
            {schedule ? texts.changeSchedule : texts.schedule}
          </MenuItem>
          {schedule && (
            <MenuItem
              icon={MailX}
              disabled={update.isPending}
              onSelect={() => change({ schedule: null }, savedReportTexts.schedule.ended(name))}
            >
              {texts.endSchedule}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={Pencil} onSelect={() => setDialog('rename')}>
            {texts.rename}
          </MenuItem>
          {shown && (
            <MenuItem
              icon={Replace}
              disabled={update.isPending}
              onSelect={() =>
                change(
                  { content: replacementOf(report, shown, new Date(), timeZone) },
                  savedReportTexts.replaced(name),
                )
              }
            >
              {texts.replace}
            </MenuItem>
          )}
          <MenuItem icon={Trash2} danger onSelect={() => setDialog('delete')}>
            {texts.delete}
          </MenuItem>
        </Menu>
      </Allowed>
      {named && dialog === 'rename' && (
        <named.NameReportDialog report={report} timeZone={timeZone} onClose={close} />
      )}
      {scheduled && dialog === 'schedule' && (
        <scheduled.ScheduleDialog report={report} timeZone={timeZone} onClose={close} />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          open
          danger
          title={savedReportTexts.delete.title(name)}
          message={savedReportTexts.delete.message}
          confirmLabel={savedReportTexts.delete.confirm}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: report._id } });
            toast.success(savedReportTexts.delete.done(name));
          }}
          onClose={close}
        />
      )}
    </li>
  );
}

/** 'Lead Performance · Last 7 days · 2 filters' */
function contentText({ type, period, filters, countBy }: SavedReport): string {
  const filterCount = Object.keys(filters).length;
  return [
    reportNames[type],
    period.kind === 'relative'
      ? savedReportTexts.periods[period.preset]
      : savedReportTexts.fixedPeriod(formatDay(period.startDate), formatDay(period.endDate)),
    ...(countBy ? [savedReportTexts.decided] : []),
    ...(filterCount > 0 ? [savedReportTexts.filters(filterCount)] : []),
  ].join(' · ');
}
