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

function ReactivateDialog({ tenant, onClose }: About) {
  const reactivate = useCommand(reactivateTenant, ['tenants']);
  const texts = tenantTexts.reactivate;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title(tenant.organizationName)}
      message={texts.effect}
      confirmLabel={texts.submit}
      onConfirm={async () => {
        await reactivate.mutateAsync({ params: { id: tenant._id } });
        toast.success(texts.done(tenant.organizationName));
      }}
    />
  );
}

function RestoreDialog({ tenant, onClose }: About) {
  const restore = useCommand(restoreTenant, ['tenants']);
  const texts = tenantTexts.restore;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title(tenant.organizationName)}
      message={texts.effect}
      confirmLabel={texts.submit}
      onConfirm={async () => {
        await restore.mutateAsync({ params: { id: tenant._id } });
        toast.success(texts.done(tenant.organizationName));
      }}
    />
  );
}
