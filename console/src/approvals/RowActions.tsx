import { keysOf } from '../keys/keymap.ts';
import { Button } from '../ui/Button.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import type { Deciding } from './decisions.ts';

type RowActionsProps = { request: Deciding['request']; onDecide: (deciding: Deciding) => void };

export function RowActions({ request, onDecide }: RowActionsProps) {
  const order = `order ${request.orderId}`;
  return (
    <div className="flex gap-2">
      <Tooltip label="Approve" keys={keysOf('approve')}>
        <Button
          size="sm"
          className="max-md:h-9"
          aria-label={`Approve ${order}`}
          onClick={() => onDecide({ decision: 'approve', request })}
        >
          Approve
        </Button>
      </Tooltip>
      <Tooltip label="Reject" keys={keysOf('reject')}>
        <Button
          size="sm"
          className="max-md:h-9"
          aria-label={`Reject ${order}`}
          onClick={() => onDecide({ decision: 'reject', request })}
        >
          Reject
        </Button>
      </Tooltip>
    </div>
  );
}
