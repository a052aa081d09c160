import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import type { Preset } from '@crm/events/postbacks/presets.ts';
import { type ReactNode, useState } from 'react';
import { type FieldValues, FormProvider, type Resolver, useForm } from 'react-hook-form';
import { placeErrors } from '../../api/placeErrors.ts';
import { onCtrlEnter } from '../../keys/onCtrlEnter.ts';
import { Alert } from '../../ui/Alert.tsx';
import { FormFooter } from '../../ui/FormFooter.tsx';
import { useUnsavedGuard } from '../../url/useUnsavedGuard.tsx';
import { AuthenticationFields } from './AuthenticationFields.tsx';
import { DeliveryFields } from './DeliveryFields.tsx';
import { GeneralFields } from './GeneralFields.tsx';
import { Preview } from './Preview.tsx';
import { RequestFields } from './RequestFields.tsx';
import { StatusMapFields } from './StatusMapFields.tsx';
import { TriggerFields } from './TriggerFields.tsx';
import { fullHeaders, fullParameters, type PostbackValues, presetFilled } from './values.ts';

const PLAIN_URL = 'https://partner.example/postback';

type PostbackFormProps<Body extends FieldValues> = {
  /** Initial values. */
  values: PostbackValues;
  /** The stored authentication; null for a new postback. */
  authentication: Postback['authentication'] | null;
  check: Resolver<PostbackValues, unknown, Body>;
  submitLabel: 'Create Postback' | 'Update Postback';
  /**
   * Saves and returns the navigation to run next; a thrown error is shown beside the fields that it names.
   */
  save: (body: Body) => Promise<() => void>;
  onCancel: () => void;
  /** Placed beside the fields, above the preview. */
  aside?: ReactNode;
};

/** The postback form for a new postback and for an edit, with a preview of the request. */
export function PostbackForm<Body extends FieldValues>({ values, ...props }: PostbackFormProps<Body>) {
  const form = useForm<PostbackValues, unknown, Body>({ defaultValues: values, resolver: props.check });
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const [problem, setProblem] = useState<string | null>(null);
  const [urlHint, setUrlHint] = useState(PLAIN_URL);

  function fill(preset: Preset) {
    form.reset(presetFilled(form.getValues(), preset), { keepDefaultValues: true });
    setUrlHint(preset.fills.urlHint);
  }

  function submit() {
    // Removes incomplete rows before sending, so that the indexes in error names match the rows of the form.
    form.setValue('headers', fullHeaders(form.getValues('headers')));
    form.setValue('parameters', fullParameters(form.getValues('parameters')));
    return form.handleSubmit(async (body) => {
      setProblem(null);
      try {
        const leave = await props.save(body);
        guard.release();
        leave();
      } catch (error) {
        setProblem(placeErrors(error, form));
      }
    })();
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onKeyDown={onCtrlEnter(() => void submit())}
      >
        <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="flex min-w-0 flex-col gap-3">
            <GeneralFields onPreset={fill} />
            <RequestFields urlHint={urlHint} />
            <TriggerFields />
            <StatusMapFields />
            <AuthenticationFields saved={props.authentication} />
            <DeliveryFields />
          </div>
          <div className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-0">
            {props.aside}
            <Preview />
          </div>
        </div>
        <FormFooter submitLabel={props.submitLabel} busy={isSubmitting} onCancel={props.onCancel}>
          {problem && <Alert tone="bad" text={problem} />}
        </FormFooter>
      </form>
      {guard.dialog}
    </FormProvider>
  );
}
