import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { useEffect, useRef } from 'react';
import { useAction } from '../keys/registry.ts';
import type { Deciding } from './deciding.ts';

type DecideKeysProps = {
  /** The rows as shown on screen: new requests may be held back. */
  rows: readonly PendingApproval[];
  /** The request id of the current row. */
  current: string | null;
  onDecide: (deciding: Deciding) => void;
};

const group = 'Approvals';

/** The shortcuts to approve and reject: they act on the current row, or the one in its place after a decision; else on the first. */
export function DecideKeys({ rows, current, onDecide }: DecideKeysProps) {
  const at = rows.findIndex((row) => row.pendingStatusChange.requestId === current);
  const lastAt = useRef(0);
  useEffect(() => {
    if (at !== -1) lastAt.current = at;
  }, [at]);
  const requestAtHand = () => rows[at] ?? rows[Math.min(lastAt.current, rows.length - 1)];
  function decide(decision: Deciding['decision']) {
    const request = requestAtHand();
    if (request) onDecide({ decision, request });
  }
  const offered = rows.length > 0;
  useAction(offered ? { label: 'Approve', group, action: 'approve', run: () => decide('approve') } : null);
  useAction(offered ? { label: 'Reject', group, action: 'reject', run: () => decide('reject') } : null);
  return null;
}
