import type { User } from '@crm/contracts/users/user.ts';
import { useFormContext } from 'react-hook-form';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import { Field } from '../../ui/Field.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Select } from '../../ui/Select.tsx';
import { HandOverFields } from '../leave/HandOverFields.tsx';
import { asksForLeads, type UserValues } from './values.ts';

/**
 * Role, activity and permissions. Users cannot change their own role or activity, so that they cannot lock
 * themselves out.
 */
export function AccessFields({ user }: { user: User | null }) {
  const userId = user?._id ?? null;
  const { register, watch, formState } = useFormContext<UserValues>();
  const own = useCurrentUser()._id === userId;
  const [role, isActive, ownLeads] = watch(['role', 'isActive', 'ownLeads']);
  const seesAllAnyway = role === 'admin';
  return (
    <Panel title="Access">
      <div className="flex flex-col gap-3">
        <Field
          label="Role"
          required
          error={formState.errors.role?.message}
          hint={own ? 'You cannot change your own role' : undefined}
        >
          <Select
            {...register('role')}
            // Not `disabled` by the form, which would remove the field's value.
            disabled={own}
            options={[
              { value: 'operator', label: 'Operator' },
              { value: 'admin', label: 'Admin' },
            ]}
          />
        </Field>
        <CheckField
          label="Active"
          hint={own ? 'You cannot deactivate yourself' : 'Inactive users cannot sign in.'}
          {...register('isActive')}
          disabled={own}
        />
        {user && asksForLeads({ isActive: user.isActive, ownLeads }, { role, isActive }) && (
          <div className="flex flex-col gap-2 rounded-ui border p-3">
            <HandOverFields leaving={user._id} count={ownLeads} />
          </div>
        )}
        <CheckField
          label="Can see leads of all operators"
          hint={
            seesAllAnyway
              ? 'Admins see all leads in any case.'
              : 'Otherwise an operator sees the leads that are assigned to them.'
          }
          {...register('permissions.canSeeLeadsOfAllOperators')}
        />
      </div>
    </Panel>
  );
}
