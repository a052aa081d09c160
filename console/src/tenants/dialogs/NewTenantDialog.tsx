import type { Received } from '@crm/contracts/endpoint.ts';
import { createAdmin } from '@crm/contracts/tenants/tenants.ts';
import { useForm } from 'react-hook-form';
import { useCommand } from '../../api/useCommand.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { PersonFields, type PersonValues } from '../../form/PersonFields.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { toast } from '../../ui/toast.tsx';
import { tenantTexts } from '../texts.ts';

const texts = tenantTexts.create;

type Values = PersonValues & { organizationName: string; username: string; timeZone: string };

/** Creates an organisation with its first admin. */
export function NewTenantDialog({ onClose }: { onClose: () => void }) {
  const create = useCommand(createAdmin, ['tenants']);
  const form = useForm<Values, unknown, Received<typeof createAdmin, 'body'>>({
    defaultValues: {
      organizationName: '',
      fullName: '',
      email: '',
      username: '',
      phone: '',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    resolver: checkedBy(createAdmin.body, ({ timeZone, ...values }: Values) => ({
      ...values,
      timeZone: timeZone.trim() || undefined,
    })),
  });
  const { errors } = form.formState;
  return (
    <Dialog open wide onClose={onClose} title={texts.title} description={texts.description}>
      <DialogForm
        form={form}
        submitLabel={texts.submit}
        failure={texts.failed}
        draft="organization new"
        save={async (body) => {
          const { data } = await create.mutateAsync({ body });
          toast.success(texts.done(data.tenant.organizationName, data.user.email));
          onClose();
        }}
        onClose={onClose}
      >
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Field label={texts.organization} required error={errors.organizationName?.message}>
            <Input {...form.register('organizationName')} dir="auto" autoComplete="off" />
          </Field>
          <Field label={texts.username} required error={errors.username?.message}>
            <Input {...form.register('username')} autoComplete="off" />
          </Field>
          <PersonFields texts={texts} />
          <Field label={texts.timeZone} hint={texts.timeZoneHint} error={errors.timeZone?.message}>
            <Input {...form.register('timeZone')} autoComplete="off" />
          </Field>
        </div>
      </DialogForm>
    </Dialog>
  );
}
