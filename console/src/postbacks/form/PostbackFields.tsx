import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import type { Preset } from '@crm/events/postbacks/presets.ts';
import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { AuthenticationFields } from './AuthenticationFields.tsx';
import { DeliveryFields } from './DeliveryFields.tsx';
import { GeneralFields } from './GeneralFields.tsx';
import { Preview } from './Preview.tsx';
import { RequestFields } from './RequestFields.tsx';
import { StatusMapFields } from './StatusMapFields.tsx';
import { TriggerFields } from './TriggerFields.tsx';
import { type PostbackValues, presetFilled } from './values.ts';

const PLAIN_URL = 'https://partner.example/postback';

type PostbackFieldsProps = {
  /** The stored authentication; null for a new postback. */
  authentication: Postback['authentication'] | null;
  /** Placed beside the fields, above the preview. */
  aside?: ReactNode;
};

/** The fields of a postback, with a preview of the request. */
export function PostbackFields({ authentication, aside }: PostbackFieldsProps) {
  const form = useFormContext<PostbackValues>();
  const [urlHint, setUrlHint] = useState(PLAIN_URL);

  function fill(preset: Preset) {
    form.reset(presetFilled(form.getValues(), preset), { keepDefaultValues: true });
    setUrlHint(preset.fills.urlHint);
  }

  return (
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
  );
}
