import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FailedChoices } from '../../pages/list/FailedChoices.tsx';
import { Button } from '../../ui/Button.tsx';
import { usePhone } from '../../ui/useMediaQuery.ts';
import { leadListTexts } from '../texts/list.ts';
import { FilterSelects, type FilterSelectsProps } from './FilterSelects.tsx';
import { SearchFilter } from './SearchFilter.tsx';

type FilterBarProps = FilterSelectsProps & {
  /** The number of active filters. */
  active: number;
  /** Placed beside the search, if there is room. */
  children?: ReactNode;
};

/** All filters of the list. On a phone, a button opens all but the search. */
export function FilterBar({ active, children, ...props }: FilterBarProps) {
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-2">
        <SearchFilter {...props} />
        {phone ? (
          <Button icon={SlidersHorizontal} aria-expanded={open} onClick={() => setOpen(!open)}>
            {leadListTexts.filters.button(active)}
          </Button>
        ) : (
          children
        )}
      </div>
      {(!phone || open) && (
        <>
          <div className="flex flex-wrap gap-2 md:grid md:grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))]">
            <FilterSelects {...props} />
            {phone && children}
          </div>
          <FailedChoices of={props.choices.reads} />
        </>
      )}
    </div>
  );
}
