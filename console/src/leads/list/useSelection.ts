import type { Lead } from '@crm/contracts/leads/lead.ts';
import { useEffect, useState } from 'react';
import { refreshed, type Selected, select } from './selection.ts';

export type LeadSelection = {
  ids: ReadonlySet<string>;
  leads: readonly Lead[];
  onChange: (ids: ReadonlySet<string>) => void;
  toggle: (lead: Lead) => void;
  clear: () => void;
  /** Leaves only these selected. */
  keep: (ids: ReadonlySet<string>) => void;
  drop: (lead: Lead) => void;
};

const nothing: Selected = new Map();

/** What is selected, over all pages of one list; another list (other filters) starts with nothing selected. */
export function useSelection(page: readonly Lead[], list: string): LeadSelection {
  const [held, setHeld] = useState<{ list: string; selected: Selected }>({ list, selected: nothing });
  const selected = held.list === list ? held.selected : nothing;
  const ids = new Set(selected.keys());
  // A row that newer ones have pushed off the page may still be on screen.
  const [known] = useState(() => new Map<string, Lead>());
  useEffect(() => {
    for (const lead of page) known.set(lead._id, lead);
  }, [page, known]);

  function onChange(next: ReadonlySet<string>) {
    setHeld({ list, selected: select(selected, next, page, known) });
  }

  const keep = (kept: ReadonlySet<string>) => onChange(new Set([...ids].filter((id) => kept.has(id))));
  return {
    ids,
    leads: refreshed(selected, page),
    onChange,
    toggle: ({ _id }) =>
      onChange(new Set(ids.has(_id) ? [...ids].filter((id) => id !== _id) : [...ids, _id])),
    clear: () => onChange(new Set()),
    keep,
    drop: ({ _id }) => keep(new Set([...ids].filter((id) => id !== _id))),
  };
}
