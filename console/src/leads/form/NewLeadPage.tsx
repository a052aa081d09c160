import { createLead } from '@crm/contracts/leads/write.ts';
import { useNavigate } from 'react-router-dom';
import { useCommand } from '../../api/useCommand.ts';
import { useOwnCurrency } from '../../offers/useOwnCurrency.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toast } from '../../ui/toast.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { useGoBack } from '../../url/useGoBack.ts';
import { leadFormTexts } from '../texts/form.ts';
import { LeadForm } from './LeadForm.tsx';
import { blankValues, createBody } from './values.ts';

const texts = leadFormTexts.new;

/** /leads/new, for admins. */
export function NewLeadPage() {
  useTitle(texts.tab);
  const navigate = useNavigate();
  const goBack = useGoBack(paths.leads.list);
  const currency = useOwnCurrency();
  const create = useCommand(createLead, ['leads']);

  return (
    <Page>
      <PageHeader title={texts.title} />
      <LeadForm
        initial={{ ...blankValues, currency }}
        lead={null}
        phoneLocked={false}
        submitLabel={texts.save}
        save={async (values) => {
          const { data, message } = await create.mutateAsync({ body: createBody(values) });
          toast.success(message ?? texts.saved);
          return () => void navigate(paths.leads.one(data.lead._id), { replace: true });
        }}
        onCancel={goBack}
      />
    </Page>
  );
}
