import { reactivateTenant, restoreTenant } from '@crm/contracts/tenants/lifecycle.ts';
import type { Tenant } from '@crm/contracts/tenants/tenants.ts';
import { useCommand } from '../../api/useCommand.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.tsx';
import type { DialogName } from '../list/TenantActions.tsx';
import { tenantTexts } from '../texts.ts';
import type { About } from './about.ts';
import { EditAdminDialog } from './EditAdminDialog.tsx';
import { DeleteDialog, SuspendDialog } from './ReasonDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';

const dialogs = {
  edit: EditAdminDialog,
  rename: RenameDialog,
  suspend: SuspendDialog,
  reactivate: ReactivateDialog,
  delete: DeleteDialog,
  restore: RestoreDialog,
} satisfies Record<DialogName, unknown>;

/** One of the dialogs about an organisation. */
export function TenantDialog({
  dialog,
  ...props
}: {
  dialog: DialogName;
  tenant: Tenant;
  onClose: () => void;
}) {
  const Chosen = dialogs[dialog];
  return <Chosen {...props} />;
}

function ReactivateDialog(about: About) {
  return <ConfirmChange {...about} call={reactivateTenant} texts={tenantTexts.reactivate} />;
}

function RestoreDialog(about: About) {
  return <ConfirmChange {...about} call={restoreTenant} texts={tenantTexts.restore} />;
}

type ConfirmChangeProps = About & {
  call: typeof reactivateTenant | typeof restoreTenant;
  texts: typeof tenantTexts.reactivate | typeof tenantTexts.restore;
};

/** Asks before a change that needs no input. */
function ConfirmChange({ tenant, call, texts, onClose }: ConfirmChangeProps) {
  const change = useCommand<typeof call>(call, ['tenants']);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title(tenant.organizationName)}
      message={texts.effect}
      confirmLabel={texts.submit}
      onConfirm={async () => {
        await change.mutateAsync({ params: { id: tenant._id } });
        toast.success(texts.done(tenant.organizationName));
      }}
    />
  );
}
