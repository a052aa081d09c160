import type * as exportContract from '@crm/contracts/leads/export.ts';
import { useMutation } from '@tanstack/react-query';
import { address } from '../../api/address.ts';
import { download, keepFile } from '../../api/download.ts';
import { showBatch } from '../../batches/shown.ts';
import { deviceZone } from '../../format/period.ts';
import { toast } from '../../ui/toast.tsx';
import { useFreeze } from '../commands.ts';
import { filtersOf } from '../list/filters.ts';
import type { Chosen } from '../list/selection.ts';
import type { LeadListInput } from '../queries.ts';
import { leadExportTexts } from '../texts/export.ts';
import { exportErrorText, notEmpty } from './exportError.ts';

/** The number of ids that fit into a URL; for more, a selection is frozen first. */
const MOST_IN_AN_ADDRESS = 400;

export type Format = 'excel' | 'csv';

/** Exports the selected leads, or all that match the list's filters; a large export is shown as its batch. */
export function useExport(input: LeadListInput) {
  const freeze = useFreeze();
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

  return useMutation({
    mutationFn: async ({ format, selected }: { format: Format; selected: Chosen | null }) => {
      const timeZone = deviceZone();
      const query = { ...(await named(selected)), format, timeZone };
      const endpoint = address<typeof exportContract.exportLeads>('GET', '/leads/export');
      return notEmpty(await download(endpoint, { query }, 'leads_export.csv'));
    },
    onSuccess: (downloaded, { selected }) => {
      if (downloaded.kind === 'answer') return showBatch(downloaded.answer.data.batch._id);
      keepFile(downloaded);
      toast.success(
        selected === null ? leadExportTexts.allExported : leadExportTexts.selectedExported(selected.count),
      );
    },
    onError: (error) => toast.error(exportErrorText(error)),
  });
}
