import { X } from 'lucide-react';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { leadListTexts } from '../texts/list.ts';
import { leadWords } from '../texts/words.ts';
import type { FilterChip } from './chips.ts';
import type { LeadFilters } from './filters.ts';

const texts = leadListTexts.chips;

type FilterChipsProps = {
  chips: readonly FilterChip[];
  onRemove: (without: Partial<LeadFilters>) => void;
  onClear: () => void;
};

/** The active filters: their number, a chip to remove each, and a button to clear all. */
export function FilterChips({ chips, onRemove, onClear }: FilterChipsProps) {
  if (chips.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span className="text-sm text-muted">{texts.count(chips.length)}</span>
      {chips.map(({ id, text, without }) => (
        <span
          key={id}
          className="inline-flex h-6 max-w-full items-center gap-1 rounded-full bg-primary-soft pl-2.5 text-xs font-medium max-md:h-9"
        >
          <span className="truncate" dir="auto">
            {text}
          </span>
          <button
            type="button"
            aria-label={texts.remove(text)}
            onClick={() => onRemove(without)}
            className="inline-flex size-6 items-center justify-center rounded-full text-muted hover:text-ink max-md:size-9"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </span>
      ))}
      <ActionButton
        label={texts.clear}
        group={leadWords.leads}
        action="clear-filters"
        variant="ghost"
        size="sm"
        onClick={onClear}
      />
    </div>
  );
}
