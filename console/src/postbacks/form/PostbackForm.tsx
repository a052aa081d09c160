import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import type { Preset } from '@crm/events/postbacks/presets.ts';
import { type ReactNode, useState } from 'react';
import { type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { PageForm } from '../../form/PageForm.tsx';
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
  save: (body: Body) => Promise<() => void>;
  onCancel: () => void;
  /** Placed beside the fields, above the preview. */
  aside?: ReactNode;
};

/** The postback form for a new postback and for an edit, with a preview of the request. */
export function PostbackForm<Body extends FieldValues>({
  values,
  authentication,
  aside,
  check,
  ...page
}: PostbackFormProps<Body>) {
  const form = useForm<PostbackValues, unknown, Body>({ defaultValues: values, resolver: check });
  const [urlHint, setUrlHint] = useState(PLAIN_URL);

  function fill(preset: Preset) {
    form.reset(presetFilled(form.getValues(), preset), { keepDefaultValues: true });
    setUrlHint(preset.fills.urlHint);
  }

  /** Removes incomplete rows, so that the indexes in error names match the rows of the form. */
  function prepare() {
    form.setValue('headers', fullHeaders(form.getValues('headers')));
    form.setValue('parameters', fullParameters(form.getValues('parameters')));
  }

  return (
    <PageForm {...page} form={form} prepare={prepare}>
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-3">
          <GeneralFields onPreset={fill} />
          <RequestFields urlHint={urlHint} />
          <TriggerFields />
          <StatusMapFields />
          <AuthenticationFields saved={authentication} />
          <DeliveryFields />
        </div>
        <div className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-0">
          {aside}
          <Preview />
        </div>
      </div>
    </PageForm>
  );
}
