import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { leadDetail, otherOrders } from '../../leads/detail/queries.ts';

/** Reads the next lead's history before the lead is shown. */
export function useReadAhead(leadId: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (leadId === undefined) return;
    void queryClient.prefetchQuery(leadDetail(leadId));
    void queryClient.prefetchQuery(otherOrders(leadId));
  }, [leadId, queryClient]);
}
