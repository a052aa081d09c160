import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../api/errors.ts';
import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { useAction } from '../keys/registry.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { onDemand, usePopup } from '../ui/onDemand.ts';
import { Panel } from '../ui/Panel.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import type { ShownReport } from './period.ts';
import { savedReportList } from './queries.ts';
import { SavedReportRow } from './SavedReportRow.tsx';
import { savedReportTexts } from './texts.ts';

const naming = onDemand(() => import('./NameReportDialog.tsx'));

/** The user's saved reports, and the button that saves the one on the screen. @param shown null without a report */
export function SavedReports({ shown: onScreen }: { shown: ShownReport | null }) {
  const user = useCurrentUser();
  const { timeZone: ownZone } = user.crmSettings;
  const shown = can(user, 'change-own') ? onScreen : null;
  const list = useQuery(savedReportList);
  const [saving, setSaving] = useState(false);
  const named = usePopup(naming, saving && shown !== null);
  const data = list.data?.data;
  const timeZone = data?.timeZone ?? ownZone;
  const save = () => setSaving(true);
  useAction(shown && { label: savedReportTexts.save, group: savedReportTexts.title, run: save });

  function rows() {
    if (data) {
      if (data.reports.length === 0) return <p className="text-sm text-muted">{savedReportTexts.none}</p>;
      return (
        // Many reports scroll within the panel: the report below stays near.
        <ul className="-my-2 max-h-80 divide-y overflow-y-auto">
          {data.reports.map((report) => (
            <SavedReportRow key={report._id} report={report} shown={shown} timeZone={timeZone} />
          ))}
        </ul>
      );
    }
    if (!list.error) return <SkeletonLines count={2} />;
    return (
      <ErrorState
        title={savedReportTexts.error}
        text={errorText(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  }

  return (
    <Panel
      title={savedReportTexts.title}
      className="print:hidden"
      actions={
        shown && (
          <Button size="sm" icon={Bookmark} onClick={save}>
            {savedReportTexts.save}
          </Button>
        )
      }
    >
      {rows()}
      {named && shown && saving && (
        <named.NameReportDialog shown={shown} timeZone={timeZone} onClose={() => setSaving(false)} />
      )}
    </Panel>
  );
}
