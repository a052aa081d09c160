import { type Preset, presets } from '@crm/events/postbacks/presets.ts';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { CheckField } from '../../ui/CheckField.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { postbackTexts } from '../texts.ts';
import type { PostbackValues } from './values.ts';

type GeneralFieldsProps = { onPreset: (preset: Preset) => void };

export function GeneralFields({ onPreset }: GeneralFieldsProps) {
  const { register, formState } = useFormContext<PostbackValues>();
  const { errors } = formState;
  const [chosen, setChosen] = useState<Preset | null>(null);
  return (
    <Panel title={postbackTexts.form.general.title}>
      <div className="flex flex-col gap-3">
        <fieldset>
          <legend className="text-sm font-medium">{postbackTexts.form.general.presets}</legend>
          <div className="mt-1 flex flex-wrap gap-2">
            {presets.map((preset) => (
              <Button
                key={preset.id}
                title={preset.description}
                onClick={() => {
                  onPreset(preset);
                  setChosen(preset);
                }}
              >
                {preset.name}
              </Button>
            ))}
          </div>
          <p role="status" className="mt-1 text-xs text-muted">
            {chosen === null
              ? postbackTexts.form.general.presetsHint
              : postbackTexts.form.general.filled(chosen.description)}
          </p>
        </fieldset>
        <Field label={postbackTexts.form.general.name} required error={errors.name?.message}>
          <Input {...register('name')} autoComplete="off" dir="auto" />
        </Field>
        <Field label={postbackTexts.form.general.description} error={errors.description?.message}>
          <Textarea {...register('description')} dir="auto" rows={2} />
        </Field>
        <CheckField
          label={postbackTexts.form.general.active}
          hint={postbackTexts.form.general.activeHint}
          {...register('isActive')}
        />
      </div>
    </Panel>
  );
}
