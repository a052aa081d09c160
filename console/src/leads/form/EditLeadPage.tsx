import { LeadGate } from '../detail/LeadGate.tsx';
import { EditLead } from './EditLead.tsx';

/** /leads/:id/edit, for users who may see the lead. */
export function EditLeadPage() {
  return <LeadGate editing>{({ lead }) => <EditLead key={lead._id} lead={lead} />}</LeadGate>;
}
