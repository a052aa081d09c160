import type { Received } from '@crm/contracts/endpoint.ts';
import { renameTenant } from '@crm/contracts/tenants/tenants.ts';
import { useForm } from 'react-hook-form';
import { useCommand } from '../../api/useCommand.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { toast } from '../../ui/toast.tsx';
import { tenantTexts } from '../texts.ts';
import type { About } from './about.ts';

const texts = tenantTexts.rename;

type Values = { organizationName: string };

/** Renames an organisation. */
export function RenameDialog({ tenant, onClose }: About) {
  const rename = useCommand(renameTenant, ['tenants']);
  const form = useForm<Values, unknown, Received<typeof renameTenant, 'body'>>({
    defaultValues: { organizationName: tenant.organizationName },
    resolver: checkedBy(renameTenant.body, (values: Values) => values),
  });
  return (
    <Dialog open onClose={onClose} title={texts.title}>
      <DialogForm
        form={form}
        submitLabel={texts.submit}
        failure={texts.failed}
        save={async (body) => {
          await rename.mutateAsync({ params: { id: tenant._id }, body });
          toast.success(texts.done(body.organizationName));
          onClose();
        }}
        draft={`rename ${tenant._id}`}
        onClose={onClose}
      >
        <Field
          label={tenantTexts.create.organization}
          required
          error={form.formState.errors.organizationName?.message}
        >
          <Input {...form.register('organizationName')} dir="auto" autoComplete="off" />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
