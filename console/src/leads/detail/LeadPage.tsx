import { LeadGate } from './LeadGate.tsx';
import { LeadView } from './LeadView.tsx';

/** Lead detail: one order, everything about it, and all that happened to it. */
export function LeadPage() {
  return (
    <LeadGate>{({ lead, timeline }) => <LeadView key={lead._id} lead={lead} timeline={timeline} />}</LeadGate>
  );
}
