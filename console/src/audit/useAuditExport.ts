import { download } from '../api/download.ts';
import { errorText } from '../api/errors.ts';
import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import type { ListExport } from '../pages/list/list.ts';
import { useFileExport } from '../pages/list/useFileExport.ts';
import { callsOf } from './calls.ts';
import { type AuditListState, filtersOf } from './filters.ts';
import { auditTexts } from './texts.ts';

const texts = auditTexts.list;

/** Exports the entries that match the filters. */
export function useAuditExport(state: AuditListState): ListExport {
  const { exporting: address } = callsOf(can(useCurrentUser(), 'see-audit-of-all'));
  const exporting = useFileExport({
    fetch: () => download(address, { query: filtersOf(state) }, 'audit-history.csv'),
    done: () => texts.exported,
    failed: errorText,
  });
  const run = () => exporting.mutate(undefined);
  return { busy: exporting.isPending, groups: [[{ label: texts.exportCsv, action: 'export-csv', run }]] };
}
