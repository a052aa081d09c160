import { Gate } from '../../pages/Gate.tsx';
import { leadWithTimeline } from '../resource.ts';
import { LeadLoading } from './LeadLoading.tsx';
import { LeadView } from './LeadView.tsx';

/** The page of one lead: its data and its history. */
export function LeadPage() {
  return (
    <Gate of={leadWithTimeline} loading={<LeadLoading />}>
      {({ lead, timeline }) => <LeadView lead={lead} timeline={timeline} />}
    </Gate>
  );
}
