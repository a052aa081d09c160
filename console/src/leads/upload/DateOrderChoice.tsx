import type { DateOrder, UploadDates } from '@crm/events/leads/upload.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { leadUploadTexts } from '../texts/upload.tsx';
import type { UploadState } from './state.ts';

const texts = leadUploadTexts.dates;

type DateOrderChoiceProps = {
  dates: UploadDates;
  /** The choice since the check; empty without one. */
  chosen: UploadState['dates'];
  onChoose: (order: DateOrder) => void;
};

const options = [
  { value: 'day-first', label: texts.dayFirst },
  { value: 'month-first', label: texts.monthFirst },
] as const;

/** Asks for the order of day and month if the dates can be read in two ways, and shows the order otherwise. */
export function DateOrderChoice({ dates, chosen, onChoose }: DateOrderChoiceProps) {
  if (dates.kind === 'clear') return null;
  const known = dates.kind === 'ordered' ? dates.order : null;
  return (
    <div className="flex flex-col items-start gap-2">
      <h3 className="font-semibold">{texts.title}</h3>
      {dates.kind === 'ambiguous' ? (
        <Alert tone="warn" text={texts.ambiguous(dates.example, dates.row)} />
      ) : (
        <p className="text-muted">{dates.by === 'file' ? texts.fromFile : texts.chosen}</p>
      )}
      <Segmented
        label={texts.order}
        value={chosen === '' ? known : chosen}
        options={options}
        onChange={onChoose}
      />
    </div>
  );
}
