import { LEASE_MINUTES } from '@crm/events/leads/lease.ts';
import { useEffect, useEffectEvent } from 'react';

/**
 * How often the lead on screen is taken again. In the first half of its lease the server ignores it, so the second half
 * has two attempts (events/leads/lease.ts). No end of a lease is compared with the browser's clock, which may be wrong.
 */
const RENEW_EVERY_MS = (LEASE_MINUTES / 4) * 60_000;

/**
 * Renews the lease of the operator's current lead while it is on screen, and once when the queue has been read: the lead may
 * have been taken long before the page was opened.
 */
export function useRenewal({
  leadId,
  isRead,
  renew,
}: {
  leadId: string | undefined;
  /** The queue was read since the page was opened. */
  isRead: boolean;
  renew: (leadId: string) => void;
}): void {
  const renewCurrent = useEffectEvent(() => {
    if (leadId !== undefined) renew(leadId);
  });
  useEffect(() => {
    if (isRead) renewCurrent();
  }, [isRead]);
  useEffect(() => {
    if (leadId === undefined) return;
    const timer = setInterval(renewCurrent, RENEW_EVERY_MS);
    return () => clearInterval(timer);
  }, [leadId]);
}
