import clsx from 'clsx';
import { type DatePreset, datePresets, deviceZone, type Period, presetPeriod } from '../format/period.ts';
import { Input } from './Input.tsx';
import { Select } from './Select.tsx';
import { uiTexts } from './texts.ts';

/** Any time, a preset by name (so that a link to 'today' stays relative), or custom days. */
export type DateChoice = { preset: DatePreset | 'all' | 'custom' } & Omit<Period, 'zone'>;

type DateRangePickerProps = {
  label: string;
  value: DateChoice;
  onChange: (value: DateChoice) => void;
  /** Whether custom days are offered. */
  custom?: boolean;
};

export function DateRangePicker({ label, value, onChange, custom = true }: DateRangePickerProps) {
  const options = [
    { value: 'all', label: uiTexts.dates.all },
    ...datePresets,
    ...(custom ? [{ value: 'custom', label: uiTexts.dates.custom }] : []),
  ];

  function choose(chosen: string) {
    const preset = datePresets.find((one) => one.value === chosen)?.value;
    if (preset) onChange({ preset, from: '', to: '' });
    else if (chosen === 'custom') {
      const { from, to } = periodOf(value);
      onChange({ preset: 'custom', from, to });
    } else onChange({ preset: 'all', from: '', to: '' });
  }

  return (
    <div
      className={clsx(
        'flex flex-wrap items-center gap-2 max-md:min-w-36 max-md:flex-1',
        value.preset === 'custom' && 'max-md:basis-full',
      )}
    >
      <Select
        aria-label={label}
        value={value.preset}
        onChange={(event) => choose(event.target.value)}
        options={options}
        className="flex-auto"
      />
      {value.preset === 'custom' && (
        <div className="flex min-w-0 items-center gap-2 max-md:w-full">
          <Input
            type="date"
            aria-label={uiTexts.dates.from(label)}
            value={value.from}
            max={value.to || undefined}
            onChange={(event) => onChange({ ...value, from: event.target.value })}
            className="max-w-40 max-md:max-w-none"
          />
          <span className="text-muted">{uiTexts.dates.until}</span>
          <Input
            type="date"
            aria-label={uiTexts.dates.to(label)}
            value={value.to}
            min={value.from || undefined}
            onChange={(event) => onChange({ ...value, to: event.target.value })}
            className="max-w-40 max-md:max-w-none"
          />
        </div>
      )}
    </div>
  );
}

/** The current period of a choice, in the time zone of the user's device. */
export function periodOf({ preset, from, to }: DateChoice): Period {
  const zone = deviceZone();
  if (preset === 'all') return { from: '', to: '', zone };
  return preset === 'custom' ? { from, to, zone } : presetPeriod(preset, new Date(), zone);
}
