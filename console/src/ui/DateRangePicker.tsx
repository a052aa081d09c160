import clsx from 'clsx';
import { type DatePreset, datePresets, deviceZone, type Period, presetPeriod } from '../format/period.ts';
import { Input } from './Input.tsx';
import { Select } from './Select.tsx';
import { uiTexts } from './texts.ts';
import { useTypedText } from './useTypedText.ts';

/** Any time, a preset by name (so that a link to 'today' stays relative), or custom days. */
export type DateChoice = { preset: DatePreset | 'all' | 'custom' } & Omit<Period, 'zone'>;

type DateRangePickerProps = {
  label: string;
  value: DateChoice;
  /** `replace`: a day is being typed, which belongs into one entry of the history. */
  onChange: (value: DateChoice, options?: { replace: true }) => void;
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
          <DayInput
            label={uiTexts.dates.from(label)}
            value={value.from}
            max={value.to || LAST_DAY}
            onChange={(from) => onChange({ ...value, from }, { replace: true })}
          />
          <span className="text-muted">{uiTexts.dates.until}</span>
          <DayInput
            label={uiTexts.dates.to(label)}
            value={value.to}
            min={value.from || undefined}
            max={LAST_DAY}
            onChange={(to) => onChange({ ...value, to }, { replace: true })}
          />
        </div>
      )}
    </div>
  );
}

/** Without a limit, browsers take years of six digits. */
const LAST_DAY = '9999-12-31';

type DayInputProps = {
  label: string;
  value: string;
  min?: string | undefined;
  max: string;
  onChange: (day: string) => void;
};

/** While a year is typed, browsers report a day after each digit: 0002-03-05, 0020-03-05. Only complete years count. */
function DayInput({ label, value, min, max, onChange }: DayInputProps) {
  const { text, type, restore } = useTypedText(value, onChange);
  return (
    <Input
      type="date"
      aria-label={label}
      value={text}
      min={min}
      max={max}
      onChange={({ target: { value: day } }) => type(day, day.startsWith('0') ? null : day, 0)}
      onBlur={restore}
      className="max-w-40 max-md:max-w-none"
    />
  );
}

/** The current period of a choice, in the time zone of the user's device. */
export function periodOf({ preset, from, to }: DateChoice): Period {
  const zone = deviceZone();
  if (preset === 'all') return { from: '', to: '', zone };
  return preset === 'custom' ? { from, to, zone } : presetPeriod(preset, new Date(), zone);
}
