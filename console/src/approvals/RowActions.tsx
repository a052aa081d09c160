import { Allowed } from '../auth/Allowed.tsx';
import { keysOf } from '../keys/keymap.ts';
import { Button } from '../ui/Button.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import type { Deciding } from './decisions.ts';
import { approvalTexts } from './texts.ts';

const { approve, reject } = approvalTexts;

type RowActionsProps = { request: Deciding['request']; onDecide: (deciding: Deciding) => void };

export function RowActions({ request, onDecide }: RowActionsProps) {
  return (
    <Allowed to="decide-requests">
      <div className="flex gap-2">
        <Tooltip label={approve.button} keys={keysOf('approve')}>
          <Button
            size="sm"
            aria-label={approve.order(request.orderId)}
            onClick={() => onDecide({ decision: 'approve', request })}
          >
            {approve.button}
          </Button>
        </Tooltip>
        <Tooltip label={reject.button} keys={keysOf('reject')}>
          <Button
            size="sm"
            aria-label={reject.order(request.orderId)}
            onClick={() => onDecide({ decision: 'reject', request })}
          >
            {reject.button}
          </Button>
        </Tooltip>
      </div>
    </Allowed>
  );
}
