import type { User } from '@crm/contracts/users/user.ts';
import { lazy, Suspense } from 'react';
import { useFormContext } from 'react-hook-form';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import { Field } from '../../ui/Field.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Select } from '../../ui/Select.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { userTexts } from '../texts.ts';
import { asksForLeads, ownLeadsOf, type UserValues } from './values.ts';

const HandOverFields = lazy(async () => ({
  default: (await import('../leave/HandOverFields.tsx')).HandOverFields,
}));

const texts = userTexts.form.access;

/**
 * Role, activity and permissions. Users cannot change their own role or activity, so that they cannot lock
 * themselves out.
 */
export function AccessFields({ user }: { user: User | null }) {
  const userId = user?._id ?? null;
  const { register, watch, formState } = useFormContext<UserValues>();
  // As they are now: leads may be assigned while the form is open.
  const ownLeads = user ? ownLeadsOf(user) : 0;
  const own = useCurrentUser()._id === userId;
  const [role, isActive] = watch(['role', 'isActive']);
  const seesAllAnyway = role === 'admin';
  return (
    <Panel title={texts.title}>
      <div className="flex flex-col gap-3">
        <Field
          label={texts.role}
          required
          error={formState.errors.role?.message}
          hint={own ? texts.ownRole : undefined}
        >
          <Select
            {...register('role')}
            // Not `disabled` by the form, which would remove the field's value.
            disabled={own}
            options={[
              { value: 'operator', label: texts.operator },
              { value: 'admin', label: texts.admin },
            ]}
          />
        </Field>
        <CheckField
          label={texts.active}
          hint={own ? texts.ownActivity : texts.activeHint}
          {...register('isActive')}
          disabled={own}
        />
        {user && asksForLeads(user, { role, isActive }, ownLeads) && (
          <div className="flex flex-col gap-2 rounded-ui border p-3">
            <Suspense fallback={<SkeletonLines count={3} />}>
              <HandOverFields leaving={user._id} count={ownLeads} />
            </Suspense>
          </div>
        )}
        <CheckField
          label={texts.seesAllLeads}
          hint={seesAllAnyway ? texts.adminSeesAllLeads : texts.operatorSeesOwnLeads}
          {...register('permissions.canSeeLeadsOfAllOperators')}
        />
      </div>
    </Panel>
  );
}
