import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { tenantTexts } from '../texts.ts';

const texts = tenantTexts.create;

export type PersonValues = { fullName: string; email: string; phone: string };

/** The fields of an admin that a super admin can edit. */
export function PersonFields() {
  const { register, formState } = useFormContext<PersonValues>();
  const { errors } = formState;
  return (
    <>
      <Field label={texts.fullName} required error={errors.fullName?.message}>
        <Input {...register('fullName')} dir="auto" autoComplete="off" />
      </Field>
      <Field label={texts.email} required error={errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="off" />
      </Field>
      <Field label={texts.phone} error={errors.phone?.message}>
        <Input {...register('phone')} type="tel" autoComplete="off" />
      </Field>
    </>
  );
}
