import type { Lead } from '@crm/contracts/leads/lead.ts';
import { paths } from '../../../paths.ts';
import { Glyph, type Shape } from '../../../ui/table/Glyph.tsx';
import { RowLink } from '../../../ui/table/RowLink.tsx';
import { leadListTexts } from '../../texts/list.ts';
import { leadWords } from '../../texts/words.ts';

/** The order id as a link to the lead, with its markers. */
export function OrderCell({ lead, dense }: { lead: Lead; dense: boolean }) {
  return (
    <div className={dense ? 'flex items-center gap-1.5' : 'flex flex-col gap-1'}>
      <RowLink
        to={paths.leads.one(lead._id)}
        title={lead.orderId}
        className="truncate rounded-ui font-medium text-primary-text hover:underline"
      >
        {lead.orderId}
      </RowLink>
      <LeadMarkers lead={lead} />
    </div>
  );
}

/** Markers for urgent, pending request, and address known. */
function LeadMarkers({ lead }: { lead: Lead }) {
  const { isUrgent, pendingStatusChange, hasAddress } = lead;
  if (!isUrgent && !pendingStatusChange && !hasAddress) return null;
  return (
    <span className="flex shrink-0 items-center gap-1.5">
      {isUrgent && <Marker shape="urgent" text={leadWords.urgent} look="text-bad" />}
      {pendingStatusChange && (
        <Marker
          shape="pending"
          text={leadWords.pendingStatus(pendingStatusChange.newStatus)}
          look="text-warn"
        />
      )}
      {hasAddress && <Marker shape="place" text={leadListTexts.cells.hasAddress} look="text-ok" />}
    </span>
  );
}

function Marker({ shape, text, look }: { shape: Shape; text: string; look: string }) {
  return (
    <span role="img" aria-label={text} title={text} className={look}>
      <Glyph shape={shape} className="size-3.5" />
    </span>
  );
}
