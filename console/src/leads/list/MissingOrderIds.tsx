import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copyText.ts';
import { missingOrderIds } from '../queries.ts';
import { leadListTexts } from '../texts/list.ts';
import { parseOrderIds } from './orderIds.ts';

const texts = leadListTexts.orderIds;

/** Names the pasted order ids that belong to no lead; they can be copied, one per line. */
export function MissingOrderIds({ value }: { value: string }) {
  const orderIds = parseOrderIds(value);
  const query = useQuery({ ...missingOrderIds(orderIds), enabled: orderIds.length > 0 });
  const missing = orderIds.length > 0 ? (query.data?.data.orderIds ?? []) : [];
  return (
    <div role="status">
      {missing.length > 0 && (
        <div className="flex items-center gap-2 text-xs">
          <p className="max-h-24 min-w-0 overflow-y-auto break-words">
            <span className="font-medium text-warn">{texts.notFound(missing.length)}</span>{' '}
            {missing.join(', ')}
          </p>
          <Button size="sm" icon={Copy} onClick={() => void copyText(missing.join('\n'))}>
            {texts.copy}
          </Button>
        </div>
      )}
    </div>
  );
}
