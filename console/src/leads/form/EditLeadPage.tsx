import { Gate } from '../../pages/Gate.tsx';
import { LeadLoading } from '../detail/LeadLoading.tsx';
import { leadWithTimeline } from '../resource.ts';
import { EditLead } from './EditLead.tsx';

/** /leads/:id/edit, for users who may see the lead. */
export function EditLeadPage() {
  return (
    <Gate of={leadWithTimeline} editing loading={<LeadLoading />}>
      {({ lead }) => <EditLead lead={lead} />}
    </Gate>
  );
}
