import clsx from 'clsx';
import { Check } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { profileTexts } from '../texts.ts';
import { presets, sameColor } from './presets.ts';

type PresetColorsProps = { current: string; onChoose: (color: string) => void };

/** Twelve colours: arrow keys move between them, Enter or Space chooses one. */
export function PresetColors({ current, onChoose }: PresetColorsProps) {
  const chosen = presets.find(({ color }) => sameColor(color, current));
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={profileTexts.organization.themeColor.presets}
      value={chosen?.color ?? ''}
      // Empty when the chosen colour is clicked again.
      onValueChange={(color) => color !== '' && onChoose(color)}
      className="grid grid-cols-2 gap-2 sm:grid-cols-3"
    >
      {presets.map(({ name, color }) => (
        <ToggleGroup.Item
          key={color}
          value={color}
          className={clsx(
            'flex h-9 items-center gap-2 rounded-ui border px-2 text-left hover:bg-sunken max-md:h-11',
            'disabled:cursor-not-allowed disabled:opacity-55',
            color === chosen?.color ? 'border-line-strong bg-sunken font-medium' : 'text-muted',
          )}
        >
          <span
            aria-hidden
            className="size-5 shrink-0 rounded-full border border-line"
            style={{ backgroundColor: color }}
          />
          <span className="flex-1 truncate">{name}</span>
          {color === chosen?.color && <Check aria-hidden className="size-4 shrink-0 text-ink" />}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
