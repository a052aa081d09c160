import type { Lead } from '@crm/contracts/leads/lead.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { PageForm } from '../../form/PageForm.tsx';
import { AdditionalFields } from './AdditionalFields.tsx';
import { AddressFields } from './AddressFields.tsx';
import { CustomerFields } from './CustomerFields.tsx';
import { checkOf } from './check.ts';
import { DuplicateWarning } from './DuplicateWarning.tsx';
import { type Contact, contactOf, twinsOf } from './duplicates.ts';
import { ProductFields } from './ProductFields.tsx';
import type { LeadValues } from './values.ts';

type LeadFormProps = {
  /** Current values; when they change, fields that the user has not edited follow. */
  initial: LeadValues;
  /** The edited lead; null for a new one. */
  lead: Lead | null;
  phoneLocked: boolean;
  submitLabel: string;
  /** A conflict to resolve first; shown in place of the error text of a failed save. */
  conflict?: ReactNode;
  save: (values: LeadValues) => Promise<() => void>;
  onCancel: () => void;
};

/** The lead form, for a new lead and for an edit. */
export function LeadForm({ initial, lead, phoneLocked, submitLabel, conflict, ...props }: LeadFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    values: initial,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    resolver: checkOf(lead),
  });
  const [contact, setContact] = useState<Contact>({});
  const twins = useQuery(twinsOf(contact, lead?._id ?? null)).data ?? [];
  // A second submit after the warning is intentional.
  const warnedOf = useRef('');
  useEffect(() => {
    if (twins.length > 0) warnedOf.current = JSON.stringify(contact);
  }, [twins, contact]);

  async function save() {
    const values = form.getValues();
    const entered = contactOf(values, initial);
    const unseen = JSON.stringify(entered) !== warnedOf.current;
    setContact(entered);
    if (unseen && (await findTwins(entered)).length > 0) return null;
    return props.save(values);
  }

  async function findTwins(entered: Contact) {
    // Without an answer there is no warning; saving reports an unavailable server itself.
    return queryClient.fetchQuery(twinsOf(entered, lead?._id ?? null)).catch(() => []);
  }

  return (
    <PageForm
      form={form}
      submitLabel={submitLabel}
      save={save}
      warning={twins.length > 0 && <DuplicateWarning twins={twins} submitLabel={submitLabel} />}
      conflict={conflict}
      onLeaveField={() => setContact(contactOf(form.getValues(), initial))}
      onCancel={props.onCancel}
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
    </PageForm>
  );
}
