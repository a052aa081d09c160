import type { Lead } from '@crm/contracts/leads/lead.ts';
import { createLead } from '@crm/contracts/leads/write.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { checkedBy } from '../../api/checkedBy.ts';
import { placeErrors } from '../../api/placeErrors.ts';
import { onCtrlEnter } from '../../keys/onCtrlEnter.ts';
import { Alert } from '../../ui/Alert.tsx';
import { FormFooter } from '../../ui/FormFooter.tsx';
import { useUnsavedGuard } from '../../url/useUnsavedGuard.tsx';
import { AdditionalFields } from './AdditionalFields.tsx';
import { AddressFields } from './AddressFields.tsx';
import { CustomerFields } from './CustomerFields.tsx';
import { DuplicateWarning } from './DuplicateWarning.tsx';
import { type Contact, contactOf, twinsOf } from './duplicates.ts';
import { ProductFields } from './ProductFields.tsx';
import { createBody, type LeadValues } from './values.ts';

type LeadFormProps = {
  /** Current values; when they change, fields that the user has not edited follow. */
  initial: LeadValues;
  /** The edited lead; null for a new one. */
  lead: Lead | null;
  phoneLocked: boolean;
  submitLabel: 'Create Lead' | 'Update Lead';
  /** A conflict to resolve first; shown in place of the error text of a failed save. */
  notice?: ReactNode;
  /**
   * Saves and returns the navigation to run next; a thrown error is shown beside the fields that it names.
   */
  save: (values: LeadValues) => Promise<() => void>;
  onCancel: () => void;
};

/** The lead form, for a new lead and for an edit. */
export function LeadForm({ initial, lead, phoneLocked, submitLabel, notice, ...props }: LeadFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    values: initial,
    resetOptions: { keepDirtyValues: true },
    resolver: checkedBy<LeadValues, typeof createLead.body>(createLead.body, createBody),
  });
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const [problem, setProblem] = useState<string | null>(null);
  const [contact, setContact] = useState<Contact>({});
  const twins = useQuery(twinsOf(contact, lead?._id ?? null)).data ?? [];
  // A second submit after the warning is intentional.
  const warnedOf = useRef('');
  useEffect(() => {
    if (twins.length > 0) warnedOf.current = JSON.stringify(contact);
  }, [twins, contact]);

  async function submit() {
    setProblem(null);
    const values = form.getValues();
    const entered = contactOf(values, initial);
    const unseen = JSON.stringify(entered) !== warnedOf.current;
    setContact(entered);
    if (unseen && (await findTwins(entered)).length > 0) return;
    try {
      const leave = await props.save(values);
      guard.release();
      leave();
    } catch (error) {
      setProblem(placeErrors(error, form));
    }
  }

  async function findTwins(entered: Contact) {
    // Without an answer there is no warning; saving reports an unavailable server itself.
    return queryClient.fetchQuery(twinsOf(entered, lead?._id ?? null)).catch(() => []);
  }

  const onSubmit = (event?: FormEvent) => void form.handleSubmit(submit)(event);

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={onSubmit}
        onKeyDown={onCtrlEnter(onSubmit)}
        onBlur={() => setContact(contactOf(form.getValues(), initial))}
      >
        <div className="grid items-start gap-3 lg:grid-cols-2">
          <div className="flex flex-col gap-3">
            <CustomerFields phoneLocked={phoneLocked} />
            <AddressFields />
          </div>
          <div className="flex flex-col gap-3">
            <ProductFields lead={lead} />
            <AdditionalFields withOrderId={lead === null} />
          </div>
        </div>
        <FormFooter submitLabel={submitLabel} busy={isSubmitting} onCancel={props.onCancel}>
          {twins.length > 0 && <DuplicateWarning twins={twins} submitLabel={submitLabel} />}
          {notice || (problem && <Alert tone="bad" text={problem} />)}
        </FormFooter>
      </form>
      {guard.dialog}
    </FormProvider>
  );
}
