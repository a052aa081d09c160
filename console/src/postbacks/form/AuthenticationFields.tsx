import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { authenticationTypes } from '@crm/events/postbacks/vocabulary.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Select } from '../../ui/Select.tsx';
import { postbackTexts } from '../texts.ts';
import type { PostbackValues } from './values.ts';

const types = authenticationTypes.map((value) => ({
  value,
  label: postbackTexts.form.authentication.types[value],
}));

type AuthenticationFieldsProps = {
  /** The stored authentication; null for a new postback. */
  saved: Postback['authentication'] | null;
};

/** How the partner authenticates our requests. Every request is signed in addition. */
export function AuthenticationFields({ saved }: AuthenticationFieldsProps) {
  const { register, control, formState } = useFormContext<PostbackValues>();
  const type = useWatch({ control, name: 'authentication.type' });
  const errors = formState.errors.authentication;
  // A secret of another authentication type does not count.
  const isSet = saved?.isSet === true && saved.type === type;

  const secret = (name: 'password' | 'token' | 'apiKey', label: string) => (
    <Field
      label={label}
      required={!isSet}
      error={errors?.[name]?.message}
      hint={
        isSet ? postbackTexts.form.authentication.keepSecret : postbackTexts.form.authentication.storedSecret
      }
    >
      <Input
        {...register(`authentication.${name}`)}
        type="password"
        autoComplete="new-password"
        placeholder={isSet ? '••••••••' : undefined}
      />
    </Field>
  );

  return (
    <Panel title={postbackTexts.form.authentication.title}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={postbackTexts.form.authentication.type}
          error={errors?.type?.message}
          className="sm:col-span-2"
        >
          <Select {...register('authentication.type')} options={types} className="sm:max-w-60" />
        </Field>
        {type === 'basic' && (
          <>
            <Field
              label={postbackTexts.form.authentication.username}
              required
              error={errors?.username?.message}
            >
              <Input {...register('authentication.username')} autoComplete="off" />
            </Field>
            {secret('password', postbackTexts.form.authentication.password)}
          </>
        )}
        {type === 'bearer' && secret('token', postbackTexts.form.authentication.token)}
        {type === 'api_key' && (
          <>
            <Field
              label={postbackTexts.form.authentication.header}
              required
              error={errors?.apiKeyHeader?.message}
            >
              <Input
                {...register('authentication.apiKeyHeader')}
                autoComplete="off"
                className="font-mono text-sm"
              />
            </Field>
            {secret('apiKey', postbackTexts.form.authentication.apiKey)}
          </>
        )}
      </div>
    </Panel>
  );
}
