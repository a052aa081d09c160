import type { Received } from '@crm/contracts/endpoint.ts';
import { deleteTenant, suspendTenant } from '@crm/contracts/tenants/lifecycle.ts';
import type { Tenant } from '@crm/contracts/tenants/tenants.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Resolver, useForm } from 'react-hook-form';
import { useCommand } from '../../api/useCommand.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { formatDateTime } from '../../format/date.ts';
import { sendAtRevision } from '../../pages/sendAtRevision.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { toast } from '../../ui/toast.tsx';
import { tenantTexts } from '../texts.ts';
import type { About } from './about.ts';
import { readTenant } from './readTenant.ts';

type Values = { reason: string };

/** Suspends an organisation, with a reason. */
export function SuspendDialog({ tenant, onClose }: About) {
  const { _id: id, organizationName } = tenant;
  const queryClient = useQueryClient();
  const suspend = useCommand(suspendTenant, ['tenants']);
  const texts = tenantTexts.suspend;
  return (
    <ReasonDialog<Received<typeof suspendTenant, 'body'>>
      about={{ tenant, onClose }}
      texts={texts}
      draft={`suspend ${id}`}
      required
      resolver={checkedBy(suspendTenant.body, (values: Values) => values)}
      save={async (body) => {
        await sendAtRevision({
          seen: suspensionOf(tenant),
          readNow: () => readSuspension(queryClient, tenant),
          send: (revision) => suspend.mutateAsync({ params: { id }, body: { ...body, revision } }),
        });
        toast.success(texts.done(organizationName));
      }}
    />
  );
}

/** A rename, for example, is no reason to refuse a suspension: another suspension is. */
const suspensionOf = ({ revision, status }: Tenant) => ({
  revision,
  values: { isActive: status === 'active' || status === 'blocked' },
});

async function readSuspension(queryClient: QueryClient, tenant: Tenant) {
  const now = await readTenant(queryClient, tenant);
  return now ? suspensionOf(now) : null;
}

/** Deletes an organisation; it can be restored for a while. */
export function DeleteDialog({ tenant, onClose }: About) {
  const { _id: id, organizationName } = tenant;
  const remove = useCommand(deleteTenant, ['tenants']);
  const texts = tenantTexts.delete;
  return (
    <ReasonDialog<Received<typeof deleteTenant, 'query'>>
      about={{ tenant, onClose }}
      texts={texts}
      draft={`delete ${id}`}
      resolver={checkedBy(deleteTenant.query, (values: Values) => values)}
      save={async (query) => {
        const { data } = await remove.mutateAsync({ params: { id }, query });
        toast.success(texts.done(organizationName, formatDateTime(data.keptUntil)));
      }}
    />
  );
}

type ReasonDialogProps<Body> = {
  about: About;
  texts: { title: (name: string) => string; effect: string; reason: string; submit: string; failed: string };
  draft: string;
  required?: boolean;
  resolver: Resolver<Values, unknown, Body>;
  save: (body: Body) => Promise<void>;
};

function ReasonDialog<Body>(props: ReasonDialogProps<Body>) {
  const { about, texts, draft, required = false, resolver, save } = props;
  const { tenant, onClose } = about;
  const form = useForm({ defaultValues: { reason: '' }, resolver });
  const { errors } = form.formState;
  return (
    <Dialog open onClose={onClose} title={texts.title(tenant.organizationName)} description={texts.effect}>
      <DialogForm
        danger
        form={form}
        submitLabel={texts.submit}
        failure={texts.failed}
        draft={draft}
        save={async (body) => {
          await save(body);
          onClose();
        }}
        onClose={onClose}
      >
        <Field label={texts.reason} required={required} error={errors.reason?.message}>
          <Input {...form.register('reason')} dir="auto" autoComplete="off" />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
