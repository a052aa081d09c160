import type { Lead } from '@crm/contracts/leads/lead.ts';
import { updateLead } from '@crm/contracts/leads/write.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readNow } from '../../api/read.ts';
import { useCommand } from '../../api/useCommand.ts';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { ChangedMeanwhile } from '../../pages/ChangedMeanwhile.tsx';
import { useEdit } from '../../pages/useEdit.ts';
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
import { editBody, type LeadValues, valuesOf } from './values.ts';

const texts = leadFormTexts.edit;

/** `lead` is the current lead, kept up to date; the form keeps the state that it first read. */
export function EditLead({ lead }: { lead: Lead }) {
  useTitle(texts.title(lead.orderId));
  const queryClient = useQueryClient();
  const goBack = useGoBack(paths.leads.one(lead._id));
  const update = useCommand(updateLead, ['leads', 'approvals']);
  const edit = useEdit<Lead, LeadValues>(lead, {
    valuesOf,
    readNow: async () => (await readNow(queryClient, leadDetail(lead._id))).data.lead,
  });
  const initial = useMemo(() => valuesOf(edit.opened), [edit.opened]);

  async function save(values: LeadValues) {
    const body = editBody(edit.base, values);
    const { message } = await edit.save(values, (revision) =>
      update.mutateAsync({ params: { id: lead._id }, body: { ...body, revision } }),
    );
    toast.success(message ?? texts.saved);
    return goBack;
  }

  return (
    <Page>
      <PageHeader title={texts.title(lead.orderId)} subtitle={lead.fullName} />
      <LeadForm
        initial={initial}
        lead={edit.base}
        phoneLocked={!can(useCurrentUser(), 'manage-leads')}
        submitLabel={texts.save}
        conflict={
          edit.changedFields.length > 0 && (
            <ChangedMeanwhile noun={leadWords.lead} changed={edit.changedFields} onReload={edit.reload} />
          )
        }
        save={save}
        onCancel={goBack}
      />
    </Page>
  );
}
