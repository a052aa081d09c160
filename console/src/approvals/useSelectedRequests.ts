import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../api/errors.ts';
import { useSelectedRows } from '../pages/list/useSelectedRows.ts';
import type { Selection } from '../ui/table/columns.ts';
import { toast } from '../ui/toast.tsx';
import { collectRequests } from './collectRequests.ts';
import { type ApprovalListState, queryOf } from './filters.ts';
import { readPending } from './queries.ts';

/** The largest page of the list. */
const LARGEST_PAGE = 500;

/** A decided or replaced request leaves the list, and the selection of a page. */
export const requestIdOf = (request: PendingApproval) => request.pendingStatusChange.requestId;

export type SelectedRequests = Selection<PendingApproval> & {
  rows: readonly PendingApproval[];
  clear: () => void;
  /** Selects the requests of all pages: they are read first. */
  selectAll: () => void;
  /** The number of requests read so far; null when none are being read. */
  reading: number | null;
  stopReading: () => void;
};

type Everything = { list: string; requests: ReadonlyMap<string, PendingApproval> };

/** The selected requests on screen, or of all pages after `selectAll`. A list with other filters starts empty. */
export function useSelectedRequests(
  shown: readonly PendingApproval[],
  state: ApprovalListState,
): SelectedRequests {
  const { page: _, limit: __, ...filters } = queryOf(state);
  const list = JSON.stringify(filters);
  const onPage = useSelectedRows(shown, requestIdOf);
  const [everything, setEverything] = useState<Everything | null>(null);
  const [reading, setReading] = useState<number | null>(null);
  const stop = useRef(new AbortController());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list ends the reading of this one
  useEffect(() => () => stop.current.abort(), [list]);

  async function selectAll() {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setReading(0);
    try {
      const requests = await collectRequests(
        (number) => readPending({ ...filters, page: number, limit: LARGEST_PAGE }, signal),
        (count) => !signal.aborted && setReading(count),
      );
      if (signal.aborted) return;
      setEverything({ list, requests: new Map(requests.map((one) => [requestIdOf(one), one])) });
    } catch (error) {
      if (!signal.aborted) toast.error(errorText(error));
    } finally {
      if (stop.current.signal === signal) setReading(null);
    }
  }

  const ofAllPages = (requests: Everything['requests']) => ({
    rows: [...requests.values()],
    ids: new Set(requests.keys()),
    onSelect(changed: readonly PendingApproval[], selected: boolean) {
      const next = new Map(requests);
      for (const request of changed) {
        if (selected) next.set(requestIdOf(request), request);
        else next.delete(requestIdOf(request));
      }
      setEverything({ list, requests: next });
    },
    clear() {
      setEverything(null);
      onPage.clear();
    },
  });

  const stopReading = () => stop.current.abort();
  const selection = everything?.list === list ? ofAllPages(everything.requests) : onPage;
  return {
    ...selection,
    selectAll: () => void selectAll(),
    reading,
    stopReading,
    // What the user selects or clears while the requests are read is the later wish.
    onSelect(changed, selected) {
      stopReading();
      selection.onSelect(changed, selected);
    },
    clear() {
      stopReading();
      selection.clear();
    },
  };
}
