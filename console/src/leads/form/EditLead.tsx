import type { Lead } from '@crm/contracts/leads/lead.ts';
import { updateLead } from '@crm/contracts/leads/write.ts';
import type { Refusal } from '@crm/contracts/refusals.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { codeOf } from '../../api/errors.ts';
import { readNow } from '../../api/read.ts';
import { useCommand } from '../../api/useCommand.ts';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { changedByOthers } from '../../form/changed.ts';
import { ChangedMeanwhile } from '../../pages/ChangedMeanwhile.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toast } from '../../ui/toast.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { useGoBack } from '../../url/useGoBack.ts';
import { leadDetail } from '../detail/queries.ts';
import { leadFormTexts } from '../texts/form.ts';
import { leadWords } from '../texts/words.ts';
import { LeadForm } from './LeadForm.tsx';
import { editBody, type LeadValues, sameValues, valuesOf } from './values.ts';

const texts = leadFormTexts.edit;

/** `lead` is the current lead, kept up to date; the form keeps the state that it first read. */
export function EditLead({ lead }: { lead: Lead }) {
  useTitle(texts.title(lead.orderId));
  const queryClient = useQueryClient();
  const goBack = useGoBack(paths.leads.one(lead._id));
  const update = useCommand(updateLead, ['leads', 'approvals']);
  const [base, setBase] = useState(lead);
  const initial = useMemo(() => valuesOf(base), [base]);
  const [sent, setSent] = useState<LeadValues | null>(null);
  const changedFields = changedByOthers(initial, valuesOf(lead), sent);
  const isChanged = changedFields.length > 0;

  async function save(values: LeadValues) {
    const body = editBody(base, values);
    if (!body) return goBack;
    setSent(values);
    const send = (revision: number) =>
      update.mutateAsync({ params: { id: lead._id }, body: { ...body, revision } });
    try {
      // A comment or a status change since then is no conflict, because the form's fields are unchanged.
      const { message } = await send(lead.revision);
      toast.success(message ?? texts.saved);
    } catch (error) {
      if (!isRefusal(error, 'changed-meanwhile')) throw error;
      const fresh = await readNow(queryClient, leadDetail(lead._id));
      if (!sameValues(base, fresh.data.lead)) throw error;
      await send(fresh.data.lead.revision);
      toast.success(texts.saved);
    }
    return goBack;
  }

  return (
    <Page>
      <PageHeader title={texts.title(lead.orderId)} subtitle={lead.fullName} />
      <LeadForm
        initial={initial}
        lead={base}
        phoneLocked={!can(useCurrentUser(), 'manage-leads')}
        submitLabel={texts.save}
        conflict={
          isChanged && (
            <ChangedMeanwhile noun={leadWords.lead} changed={changedFields} onReload={() => setBase(lead)} />
          )
        }
        save={save}
        onCancel={goBack}
      />
    </Page>
  );
}

const isRefusal = (error: unknown, code: Refusal): boolean => codeOf(error) === code;
