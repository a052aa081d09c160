import { LeadGate } from './LeadGate.tsx';
import { LeadView } from './LeadView.tsx';

/** The page of one lead: its data and its history. */
export function LeadPage() {
  return (
    <LeadGate>{({ lead, timeline }) => <LeadView key={lead._id} lead={lead} timeline={timeline} />}</LeadGate>
  );
}
