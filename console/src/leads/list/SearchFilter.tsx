import { LONGEST_FILTER } from '@crm/contracts/limits.ts';
import { cutText } from '@crm/events/language/text.ts';
import { useCallback, useRef, useState } from 'react';
import { titleOf } from '../../keys/keymap.ts';
import { useAction } from '../../keys/registry.ts';
import { onDemand, useOnDemand } from '../../ui/onDemand.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { usePhone } from '../../ui/useMediaQuery.ts';
import { leadListTexts } from '../texts/list.ts';
import { leadWords } from '../texts/words.ts';
import type { LeadFilters } from './filters.ts';

const texts = leadListTexts.search;

const orderIdBox = onDemand(() => import('./OrderIdBox.tsx'));

export type FilterProps = {
  filters: LeadFilters;
  onChange: (patch: Partial<LeadFilters>, options?: { replace?: boolean }) => void;
};

type Mode = 'search' | 'order-ids';

/** The one that is filled in. */
function modeOf({ search, orderIds }: FilterProps['filters']): Mode | null {
  if (orderIds !== '') return 'order-ids';
  return search === '' ? null : 'search';
}

/** The general search or the box for many order ids, one at a time. */
export function SearchFilter({ filters, onChange }: FilterProps) {
  const phone = usePhone();
  const [chosen, setChosen] = useState<Mode>('search');
  const shown = useRef<HTMLElement | null>(null);
  const pressed = useRef(false);
  // A user who presses an option types next; one who came to it by arrow keys may go on to the other option.
  const show = useCallback((input: HTMLElement | null) => {
    shown.current = input;
    if (!input || !pressed.current) return;
    pressed.current = false;
    input.focus();
  }, []);
  const mode = modeOf(filters) ?? chosen;
  const box = useOnDemand(orderIdBox, mode === 'order-ids');
  useAction({
    label: texts.label,
    group: leadWords.leads,
    action: 'search',
    run: () => shown.current?.focus(),
  });

  function choose(next: Mode, isPressed: boolean) {
    pressed.current = isPressed;
    setChosen(next);
    if (modeOf(filters) !== null) onChange({ search: '', orderIds: '' });
  }

  return (
    <>
      <Segmented
        label={texts.by}
        value={mode}
        onChange={choose}
        options={[
          { value: 'search', label: texts.search },
          { value: 'order-ids', label: texts.orderIds },
        ]}
        className="max-md:flex-1"
      />
      {mode === 'search' ? (
        <SearchBox
          ref={show}
          label={texts.label}
          placeholder={phone ? texts.placeholderOnPhone : texts.placeholder}
          title={titleOf(texts.label, 'search')}
          value={filters.search}
          onChange={(text) =>
            onChange({ search: cutText(text, LONGEST_FILTER) }, { replace: filters.search !== '' })
          }
          className="min-w-48 flex-1 max-md:order-1 max-md:basis-full"
        />
      ) : (
        box && (
          <box.OrderIdBox
            ref={show}
            value={filters.orderIds}
            onChange={(ids) => {
              setChosen('order-ids');
              onChange({ orderIds: ids }, { replace: filters.orderIds !== '' });
            }}
          />
        )
      )}
    </>
  );
}
