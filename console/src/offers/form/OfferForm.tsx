import { type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { PageForm } from '../../form/PageForm.tsx';
import { OfferFields } from './OfferFields.tsx';
import type { OfferValues } from './values.ts';

type OfferFormProps<Body extends FieldValues> = {
  /** Initial values. */
  values: OfferValues;
  check: Resolver<OfferValues, unknown, Body>;
  submitLabel: 'Create Offer' | 'Update Offer';
  save: (body: Body) => Promise<() => void>;
  onCancel: () => void;
};

/** The offer form, for a new offer and for an edit. */
export function OfferForm<Body extends FieldValues>({ values, check, ...page }: OfferFormProps<Body>) {
  const form = useForm<OfferValues, unknown, Body>({ defaultValues: values, resolver: check });
  return (
    <PageForm {...page} form={form} failure="Failed to save offer. Please try again.">
      <OfferFields />
    </PageForm>
  );
}
