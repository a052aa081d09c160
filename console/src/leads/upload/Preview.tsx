import type { UploadPreview } from '@crm/contracts/leads/upload-results.ts';
import type { DateOrder } from '@crm/events/leads/upload.ts';
import { formatNumber } from '../../format/count.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Stats } from '../../ui/Stats.tsx';
import { leadUploadTexts } from '../texts/upload.tsx';
import { ColumnMap, type Mapping } from './ColumnMap.tsx';
import { DateOrderChoice } from './DateOrderChoice.tsx';
import { FirstRows } from './FirstRows.tsx';
import type { UploadState } from './state.ts';
import { UploadErrors } from './UploadErrors.tsx';

const texts = leadUploadTexts.preview;

type PreviewProps = {
  preview: UploadPreview;
  changes: Mapping;
  onMap: (changes: Mapping) => void;
  dateOrder: UploadState['dates'];
  onDateOrder: (order: DateOrder) => void;
  disabled: boolean;
};

/** The content of the file before anything is written. */
export function Preview(props: PreviewProps) {
  const { preview, changes, onMap, dateOrder, onDateOrder, disabled } = props;
  const { summary, newLeads, existingLeads, errorsCount, columns } = preview;
  return (
    <Panel title={texts.title}>
      <div className="flex flex-col gap-5">
        <DateOrderChoice dates={preview.dates} chosen={dateOrder} onChoose={onDateOrder} />
        <Stats
          stats={[
            { label: texts.rows, value: formatNumber(summary.totalRows) },
            { label: texts.validAndNew, value: formatNumber(newLeads) },
            { label: texts.known, value: formatNumber(existingLeads) },
            { label: texts.otherErrors, value: formatNumber(errorsCount - existingLeads) },
          ]}
        />
        {newLeads === 0 && preview.dates.kind !== 'ambiguous' && (
          <Alert tone="bad" text={texts.nothingValid} />
        )}
        <ColumnMap columns={columns} changes={changes} onChange={onMap} disabled={disabled} />
        <FirstRows columns={columns} rows={preview.rows} />
        <UploadErrors
          errors={preview.errors}
          count={errorsCount}
          groups={preview.groups}
          batchId={preview.batchId}
        />
      </div>
    </Panel>
  );
}
