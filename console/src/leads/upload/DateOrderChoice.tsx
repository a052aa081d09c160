import type { DateOrder, UploadDates } from '@crm/events/leads/upload.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import type { UploadState } from './state.ts';

type DateOrderChoiceProps = {
  dates: UploadDates;
  /** The choice since the check; empty without one. */
  chosen: UploadState['dates'];
  onChoose: (order: DateOrder) => void;
};

const options = [
  { value: 'day-first', label: 'Day first' },
  { value: 'month-first', label: 'Month first' },
] as const;

/** Asks for the order of day and month if the dates can be read in two ways, and shows the order otherwise. */
export function DateOrderChoice({ dates, chosen, onChoose }: DateOrderChoiceProps) {
  if (dates.kind === 'clear') return null;
  const known = dates.kind === 'ordered' ? dates.order : null;
  return (
    <div className="flex flex-col items-start gap-2">
      <h3 className="font-semibold">Dates</h3>
      {dates.kind === 'ambiguous' ? (
        <Alert
          tone="warn"
          text={`The dates can be read in two ways, for example ${dates.example} in row ${dates.row}. Choose which comes first, the day or the month.`}
        />
      ) : (
        <p className="text-muted">
          {dates.by === 'file' ? 'The order of day and month, as the file shows it.' : 'As you chose.'}
        </p>
      )}
      <Segmented
        label="Order of day and month"
        value={chosen === '' ? known : chosen}
        options={options}
        onChange={onChoose}
      />
    </div>
  );
}
