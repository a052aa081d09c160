import { MOST_LEADS_NAMED } from '@crm/contracts/leads/constants.ts';
import type { Lead } from '@crm/contracts/leads/lead.ts';
import { useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { leadListTexts } from '../texts/list.ts';
import {
  type Chosen,
  type Frozen,
  frozenValue,
  refreshed,
  type Selected,
  select,
  totalValue,
} from './selection.ts';
import { useFrozenRows } from './useFrozenRows.ts';

export type LeadSelection = {
  /** Selected leads; under 'select all', those on screen. */
  ids: ReadonlySet<string>;
  /** Null while nothing is selected. */
  chosen: Chosen | null;
  value: string;
  /** Another object after each change by the user. */
  state: object;
  /** Set when all leads of the filters are selected, not single ones. */
  frozen: Frozen | null;
  onSelect: (changed: readonly Lead[], selected: boolean) => void;
  toggle: (lead: Lead) => void;
  clear: () => void;
  selectAll: (frozen: Frozen) => void;
  /** Keeps only these of the selected leads. */
  keep: (ids: ReadonlySet<string>) => void;
  drop: (lead: Lead) => void;
  /** Null for a lead that is neither selected nor on screen. */
  orderIdOf: (leadId: string) => string | null;
};

type Held = { list: string; selected: Selected; frozen: Frozen | null };

const nothing: Selected = new Map();

/** The selection over all pages of one list, with its rows on screen; a list with other filters starts empty. */
export function useSelection(rows: readonly Lead[], list: string): LeadSelection {
  const [held, setHeld] = useState<Held>({ list, selected: nothing, frozen: null });
  const { selected, frozen } = held.list === list ? held : { selected: nothing, frozen: null };
  const frozenRows = useFrozenRows(frozen, rows);
  // Under 'select all', changing a checkbox keeps only the selected rows on screen.
  const single = frozen ? (select(nothing, frozenRows, true, rows) ?? nothing) : selected;

  function onSelect(changed: readonly Lead[], on: boolean) {
    const next = select(single, changed, on, rows);
    if (next) setHeld({ list, selected: next, frozen: null });
    else toast.info(leadListTexts.selectionLimit(MOST_LEADS_NAMED));
  }

  function keep(kept: ReadonlySet<string>) {
    const left = [...single.values()].filter(({ _id }) => kept.has(_id));
    setHeld({ list, selected: new Map(left.map((lead) => [lead._id, lead])), frozen: null });
  }

  return {
    ids: new Set(single.keys()),
    chosen: chosenOf(selected, frozen),
    value: frozen ? frozenValue(frozen) : totalValue(refreshed(selected, rows)),
    state: held,
    frozen,
    onSelect,
    toggle: (lead) => onSelect([lead], !single.has(lead._id)),
    clear: () => setHeld({ list, selected: nothing, frozen: null }),
    selectAll: (all) => setHeld({ list, selected: nothing, frozen: all }),
    keep,
    drop: (lead) => (frozen ? undefined : onSelect([lead], false)),
    orderIdOf: (leadId) => (selected.get(leadId) ?? rows.find(({ _id }) => _id === leadId))?.orderId ?? null,
  };
}

function chosenOf(selected: Selected, frozen: Frozen | null): Chosen | null {
  if (frozen) return { count: frozen.total, named: { selectionId: frozen._id } };
  return selected.size === 0 ? null : { count: selected.size, named: { leadIds: [...selected.keys()] } };
}
