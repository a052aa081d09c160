import type { Lead } from '@crm/contracts/leads/lead.ts';
import { useEffect, useState } from 'react';
import {
  amongFrozen,
  type Chosen,
  type Frozen,
  frozenValue,
  refreshed,
  type Selected,
  select,
  totalValue,
} from './selection.ts';

export type LeadSelection = {
  /** Ids among the rows that are or were on screen. */
  ids: ReadonlySet<string>;
  /** Null while nothing is selected. */
  chosen: Chosen | null;
  value: string;
  /** Set when all leads of the filters are selected, not single ones. */
  frozen: Frozen | null;
  onChange: (ids: ReadonlySet<string>) => void;
  toggle: (lead: Lead) => void;
  clear: () => void;
  selectAll: (frozen: Frozen) => void;
  /** Keeps only these of the selected leads. */
  keep: (ids: ReadonlySet<string>) => void;
  drop: (lead: Lead) => void;
  /** Null for a lead that was never on screen. */
  orderIdOf: (leadId: string) => string | null;
};

type Held = { list: string; selected: Selected; frozen: Frozen | null };

const nothing: Selected = new Map();

/** The selection over all pages of one list; a list with other filters starts empty. */
export function useSelection(page: readonly Lead[], list: string): LeadSelection {
  const [held, setHeld] = useState<Held>({ list, selected: nothing, frozen: null });
  const { selected, frozen } = held.list === list ? held : { selected: nothing, frozen: null };
  const ids = frozen ? amongFrozen(frozen, page) : new Set(selected.keys());
  // A row that newer leads moved off the page may still be on screen.
  const [known] = useState(() => new Map<string, Lead>());
  useEffect(() => {
    for (const lead of page) known.set(lead._id, lead);
  }, [page, known]);

  /** Under 'select all', changing a checkbox keeps only the selected rows of this page. */
  function onChange(next: ReadonlySet<string>) {
    setHeld({ list, selected: select(selected, next, page, known), frozen: null });
  }

  const keep = (kept: ReadonlySet<string>) => onChange(new Set([...ids].filter((id) => kept.has(id))));
  return {
    ids,
    chosen: chosenOf(selected, frozen),
    value: frozen ? frozenValue(frozen) : totalValue(refreshed(selected, page)),
    frozen,
    onChange,
    toggle: ({ _id }) =>
      onChange(new Set(ids.has(_id) ? [...ids].filter((id) => id !== _id) : [...ids, _id])),
    clear: () => setHeld({ list, selected: nothing, frozen: null }),
    selectAll: (all) => setHeld({ list, selected: nothing, frozen: all }),
    keep,
    orderIdOf: (leadId) => known.get(leadId)?.orderId ?? null,
    drop: ({ _id }) => (frozen ? undefined : keep(new Set([...ids].filter((id) => id !== _id)))),
  };
}

function chosenOf(selected: Selected, frozen: Frozen | null): Chosen | null {
  if (frozen) return { count: frozen.total, named: { selectionId: frozen._id } };
  return selected.size === 0 ? null : { count: selected.size, named: { leadIds: [...selected.keys()] } };
}
