import { useState } from 'react';
import { type FieldValues, FormProvider, type Resolver, useForm } from 'react-hook-form';
import { placeErrors } from '../../api/placeErrors.ts';
import { onCtrlEnter } from '../../keys/onCtrlEnter.ts';
import { Alert } from '../../ui/Alert.tsx';
import { FormFooter } from '../../ui/FormFooter.tsx';
import { useUnsavedGuard } from '../../url/useUnsavedGuard.tsx';
import { OfferFields } from './OfferFields.tsx';
import type { OfferValues } from './values.ts';

type OfferFormProps<Body extends FieldValues> = {
  /** Initial values. */
  values: OfferValues;
  check: Resolver<OfferValues, unknown, Body>;
  submitLabel: 'Create Offer' | 'Update Offer';
  /**
   * Saves and returns the navigation to run next; a thrown error is shown beside the fields that it names.
   */
  save: (body: Body) => Promise<() => void>;
  onCancel: () => void;
};

/** The offer form, for a new offer and for an edit. */
export function OfferForm<Body extends FieldValues>({ values, ...props }: OfferFormProps<Body>) {
  const form = useForm<OfferValues, unknown, Body>({
    defaultValues: values,
    resolver: props.check,
  });
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const [failed, setFailed] = useState(false);

  const submit = form.handleSubmit(async (body) => {
    setFailed(false);
    try {
      const leave = await props.save(body);
      guard.release();
      leave();
    } catch (error) {
      // Spec 8: errors appear beside their fields; other errors show this one text.
      setFailed(placeErrors(error, form) !== null);
    }
  });

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => void submit(event)}
        onKeyDown={onCtrlEnter(() => void submit())}
      >
        <OfferFields />
        <FormFooter submitLabel={props.submitLabel} busy={isSubmitting} onCancel={props.onCancel}>
          {failed && <Alert tone="bad" text="Failed to save offer. Please try again." />}
        </FormFooter>
      </form>
      {guard.dialog}
    </FormProvider>
  );
}
