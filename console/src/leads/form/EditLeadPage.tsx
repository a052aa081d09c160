import type { Lead } from '@crm/contracts/leads/lead.ts';
import { Lock } from 'lucide-react';
import { useContext, useState } from 'react';
import { Link } from 'react-router-dom';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { CannotSaveContext } from '../../form/cannotSave.ts';
import { EditGate } from '../../pages/EditGate.tsx';
import { paths } from '../../paths.ts';
import { buttonVariants } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { useHasUnsaved } from '../../url/useUnsavedGuard.tsx';
import { mayWorkOn, whyReadOnly } from '../abilities.ts';
import { LeadLoading } from '../detail/LeadLoading.tsx';
import { leadWithTimeline } from '../resource.ts';
import { leadFormTexts } from '../texts/form.ts';
import { EditLead } from './EditLead.tsx';

const texts = leadFormTexts.edit;

/** /leads/:id/edit, for users who may see the lead. */
export function EditLeadPage() {
  return (
    <EditGate of={leadWithTimeline} loading={<LeadLoading />}>
      {({ lead }) => <Editable lead={lead} />}
    </EditGate>
  );
}

/**
 * A form with unsaved changes stays when the lead becomes one that the user can only read, so that no typed text is lost. The
 * form of an erased lead does not: it would go on showing the personal data.
 */
function Editable({ lead }: { lead: Lead }) {
  const user = useCurrentUser();
  const [opened, setOpened] = useState(false);
  const hasUnsaved = useHasUnsaved();
  const gone = useContext(CannotSaveContext);
  const mayWork = mayWorkOn(user, lead);
  const keepsForm = opened && hasUnsaved && lead.erasedAt === null;
  if (!mayWork && !keepsForm) return <ReadOnly lead={lead} />;
  if (!opened) setOpened(true);
  return (
    <CannotSaveContext value={mayWork ? gone : whyReadOnly(user, lead)}>
      <EditLead lead={lead} />
    </CannotSaveContext>
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
