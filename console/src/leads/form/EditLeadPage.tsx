import type { Lead } from '@crm/contracts/leads/lead.ts';
import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { Gate } from '../../pages/Gate.tsx';
import { paths } from '../../paths.ts';
import { buttonVariants } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { mayWorkOn, whyReadOnly } from '../abilities.ts';
import { LeadLoading } from '../detail/LeadLoading.tsx';
import { leadWithTimeline } from '../resource.ts';
import { leadFormTexts } from '../texts/form.ts';
import { EditLead } from './EditLead.tsx';

const texts = leadFormTexts.edit;

/** /leads/:id/edit, for users who may see the lead. */
export function EditLeadPage() {
  const user = useCurrentUser();
  return (
    <Gate of={leadWithTimeline} editing loading={<LeadLoading />}>
      {({ lead }) => (mayWorkOn(user, lead) ? <EditLead lead={lead} /> : <ReadOnly lead={lead} />)}
    </Gate>
  );
}

/** In place of a form that the server would refuse. */
function ReadOnly({ lead }: { lead: Lead }) {
  const user = useCurrentUser();
  useTitle(texts.title(lead.orderId));
  return (
    <EmptyState
      page
      icon={Lock}
      title={whyReadOnly(user, lead)}
      action={
        <Link to={paths.leads.one(lead._id)} className={buttonVariants({ variant: 'primary' })}>
          {texts.openLead}
        </Link>
      }
    />
  );
}
