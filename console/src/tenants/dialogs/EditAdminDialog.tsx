import type { Received } from '@crm/contracts/endpoint.ts';
import { type Tenant, updateAdmin } from '@crm/contracts/tenants/tenants.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useCommand } from '../../api/useCommand.ts';
import { changed } from '../../form/changed.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { PersonFields, type PersonValues } from '../../form/PersonFields.tsx';
import { sendAtRevision } from '../../pages/sendAtRevision.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { tenantTexts } from '../texts.ts';
import type { About } from './about.ts';
import { readTenant } from './readTenant.ts';

const texts = tenantTexts.edit;

/** Edits the first admin of an organisation; sends only the changed fields. */
export function EditAdminDialog({ tenant, onClose }: About) {
  const { admin } = tenant;
  const queryClient = useQueryClient();
  const update = useCommand(updateAdmin, ['tenants']);
  const before = valuesOf(admin);
  const form = useForm<PersonValues, unknown, Received<typeof updateAdmin, 'body'>>({
    defaultValues: before,
    resolver: checkedBy(updateAdmin.body, (values: PersonValues) => changed(before, values)),
  });
  if (!admin) return null;
  return (
    <Dialog open onClose={onClose} title={texts.title} description={tenant.organizationName}>
      <DialogForm
        form={form}
        submitLabel={texts.submit}
        failure={texts.failed}
        save={async (body) => {
          await sendAtRevision({
            seen: { revision: admin.revision, values: before },
            readNow: () => readAdmin(queryClient, tenant),
            send: (revision) =>
              update.mutateAsync({ params: { id: admin._id }, body: { ...body, revision } }),
          });
          toast.success(texts.done);
          onClose();
        }}
        draft={`admin ${admin._id}`}
        onClose={onClose}
      >
        <PersonFields texts={tenantTexts.create} />
      </DialogForm>
    </Dialog>
  );
}

type Admin = NonNullable<Tenant['admin']>;

const valuesOf = (admin: Admin | null): PersonValues => ({
  fullName: admin?.fullName ?? '',
  email: admin?.email ?? '',
  phone: admin?.phone ?? '',
});

/** The admin as they are now; null when the organisation is not found or has another one. */
async function readAdmin(queryClient: QueryClient, tenant: Tenant) {
  const now = (await readTenant(queryClient, tenant))?.admin;
  return now && now._id === tenant.admin?._id ? { revision: now.revision, values: valuesOf(now) } : null;
}
