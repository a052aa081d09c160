import type * as exportContract from '@crm/contracts/leads/export.ts';
import { address } from '../../api/address.ts';
import { download } from '../../api/download.ts';
import { deviceZone } from '../../format/period.ts';
import type { ListExport } from '../../pages/list/list.ts';
import { useFileExport } from '../../pages/list/useFileExport.ts';
import { useFreeze } from '../commands.ts';
import { filtersOf, type LeadListState, queryOf } from '../list/filters.ts';
import type { Chosen } from '../list/selection.ts';
import { leadExportTexts as texts } from '../texts/export.ts';
import { exportErrorText, notEmpty } from './exportError.ts';

/** The number of ids that fit into a URL; for more, a selection is frozen first. */
const MOST_IN_AN_ADDRESS = 400;

const formats = [
  { format: 'excel', label: texts.formats.excel, action: 'export-excel' },
  { format: 'csv', label: texts.formats.csv, action: 'export-csv' },
] as const;

type Wanted = { format: (typeof formats)[number]['format']; selected: Chosen | null };

/** Exports the selected leads, or all that match the list's filters. */
export function useLeadExport(
  state: LeadListState,
  selection: { chosen: Chosen | null } | null,
  total: number | undefined,
): ListExport {
  const freeze = useFreeze();
  const input = queryOf(state);
  const { sortBy, sortOrder } = input;

  async function named(selected: Chosen | null) {
    if (selected === null) return { ...filtersOf(input), sortBy, sortOrder };
    if ('selectionId' in selected.named) return selected.named;
    const { leadIds } = selected.named;
    if (leadIds.length <= MOST_IN_AN_ADDRESS)
      return { selectedLeadIds: leadIds.join(','), sortBy, sortOrder };
    const { data } = await freeze.mutateAsync({ body: { leadIds, sortBy, sortOrder } });
    return { selectionId: data._id };
  }

  const exporting = useFileExport({
    fetch: async ({ format, selected }: Wanted) => {
      const query = { ...(await named(selected)), format, timeZone: deviceZone() };
      const endpoint = address<typeof exportContract.exportLeads>('GET', '/leads/export');
      return notEmpty(await download(endpoint, { query }, 'leads_export.csv'));
    },
    done: ({ selected }) => (selected ? texts.selectedExported(selected.count) : texts.allExported),
    failed: exportErrorText,
  });

  const chosen = selection?.chosen ?? null;
  const itemsOf = (selected: Chosen | null) =>
    formats.map(({ format, label, action }) => ({
      label: selected ? texts.selectedItem(selected.count, label) : texts.allItem(total, label),
      keyLabel: selected ? texts.selectedTo(label) : texts.allTo(label),
      // With a selection, the shortcut exports the selection, else all leads.
      ...(selected === chosen && { action }),
      run: () => exporting.mutate({ format, selected }),
    }));
  const groups = chosen ? [itemsOf(chosen), itemsOf(null)] : [itemsOf(null)];
  return { busy: exporting.isPending, groups };
}
