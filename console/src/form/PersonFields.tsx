import { useFormContext } from 'react-hook-form';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';

export type PersonValues = { fullName: string; email: string; phone: string };

/** The name and contact data of a user, in any form that has them. `texts`: the labels. */
export function PersonFields({ texts }: { texts: PersonValues }) {
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
