import type { User } from '@crm/contracts/users/user.ts';
import { useState } from 'react';
import { type FieldValues, FormProvider, type Resolver, useForm } from 'react-hook-form';
import { placeErrors } from '../../api/placeErrors.ts';
import { onCtrlEnter } from '../../keys/onCtrlEnter.ts';
import { Alert } from '../../ui/Alert.tsx';
import { FormFooter } from '../../ui/FormFooter.tsx';
import { useUnsavedGuard } from '../../url/useUnsavedGuard.tsx';
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
  /**
   * Saves and returns the navigation to run next; a thrown error is shown beside the fields that it names.
   */
  save: (body: Body) => Promise<() => void>;
  onCancel: () => void;
};

/** The user form for a new user and for an edit. */
export function UserForm<Body extends FieldValues>({ values, user, ...props }: UserFormProps<Body>) {
  const form = useForm<UserValues, unknown, Body>({
    defaultValues: values,
    resolver: props.check,
  });
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = form.handleSubmit(async (body) => {
    setProblem(null);
    try {
      const leave = await props.save(body);
      guard.release();
      leave();
    } catch (error) {
      setProblem(placeErrors(error, form));
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
        <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
          <AccountFields locked={user !== null} />
          <div className="flex flex-col gap-3">
            <AccessFields userId={user?._id ?? null} />
            <PasswordFields editing={user !== null} />
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
