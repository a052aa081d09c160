import type { User } from '@crm/contracts/users/user.ts';
import { type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { PageForm } from '../../form/PageForm.tsx';
import { AccessFields } from './AccessFields.tsx';
import { AccountFields } from './AccountFields.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import type { UserValues } from './values.ts';

type UserFormProps<Body extends FieldValues> = {
  /** Initial values. */
  values: UserValues;
  /** The edited user; null for a new one. */
  user: User | null;
  check: Resolver<UserValues, unknown, Body>;
  submitLabel: 'Create User' | 'Update User';
  save: (body: Body) => Promise<() => void>;
  onCancel: () => void;
};

/** The user form for a new user and for an edit. */
export function UserForm<Body extends FieldValues>({ values, user, check, ...page }: UserFormProps<Body>) {
  const form = useForm<UserValues, unknown, Body>({ defaultValues: values, resolver: check });
  return (
    <PageForm {...page} form={form}>
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
        <AccountFields locked={user !== null} />
        <div className="flex flex-col gap-3">
          <AccessFields userId={user?._id ?? null} />
          <PasswordFields editing={user !== null} />
        </div>
      </div>
    </PageForm>
  );
}
