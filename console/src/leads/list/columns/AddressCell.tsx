import type { Lead } from '@crm/contracts/leads/lead.ts';
import { Glyph } from '../../../ui/table/Glyph.tsx';
import { leadListTexts } from '../../texts/list.ts';

/** The first non-empty of customer address, address and location. */
function addressOf({ customerInfo, address, location }: Lead): string | null {
  return [customerInfo.address, address, location].find((text) => text?.trim()) ?? null;
}

export function AddressCell({ lead, dense }: { lead: Lead; dense: boolean }) {
  const address = addressOf(lead);
  if (address === null) return <span className="text-muted">{leadListTexts.cells.noAddress}</span>;
  return (
    <span className="flex items-start gap-1.5" title={address}>
      <Glyph shape="place" className="mt-0.5 size-3.5 shrink-0 text-ok" />
      <span className={dense ? 'truncate' : 'line-clamp-3 min-w-0 text-xs break-words'} dir="auto">
        {address}
      </span>
    </span>
  );
}
