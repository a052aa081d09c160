import type { Tenant } from '@crm/contracts/tenants/tenants.ts';
import { Download, Ellipsis, Eye, PenLine, Play, RotateCcw, Square, SquarePen, Trash2 } from 'lucide-react';
import { keysOf } from '../../keys/keymap.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { toast } from '../../ui/toast.tsx';
import type { RowRun } from '../../ui/useRowAction.ts';
import { startViewing } from '../../viewings/commands.ts';
import { viewingTexts } from '../../viewings/texts.ts';
import { tenantTexts } from '../texts.ts';

const texts = tenantTexts.actions;

/** A dialog about an organisation. */
export type DialogName = 'edit' | 'rename' | 'suspend' | 'reactivate' | 'delete' | 'restore';
export type Open = (dialog: DialogName, tenant: Tenant) => void;

/** What the rows of the list offer. */
export type TenantRuns = { open: Open; viewing: RowRun<Tenant>; exporting: RowRun<Tenant> };

/** Whether it is neither deleted nor removed. */
export const isPresent = ({ status }: Tenant) => status !== 'deleted' && status !== 'erased';

/** Whether it has an admin whose console can be viewed. */
export const canView = (tenant: Tenant) => isPresent(tenant) && tenant.admin?.isActive === true;

/** Views the organisation as its admin, in this tab. */
export const view = ({ _id }: Tenant): Promise<void> =>
  startViewing(_id).catch((error: unknown) =>
    toast.error(error instanceof Error ? error.message : viewingTexts.failed),
  );

/** The dialog that changes the status. */
export function statusDialog({ status }: Tenant) {
  if (status === 'deleted') return 'restore';
  return status === 'suspended' ? 'reactivate' : 'suspend';
}

/** The actions of a row; none when its data is removed. */
export function TenantActions({ tenant, open, viewing, exporting }: { tenant: Tenant } & TenantRuns) {
  if (tenant.status === 'erased') return null;
  const item = (dialog: DialogName) => () => open(dialog, tenant);
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={texts.more(tenant.organizationName)} className="-my-1" />}
    >
      {canView(tenant) && (
        <MenuItem
          icon={Eye}
          keys={keysOf('open')}
          disabled={viewing.isRunning(tenant)}
          onSelect={() => viewing.run(tenant)}
        >
          {texts.view}
        </MenuItem>
      )}
      {isPresent(tenant) && tenant.admin && (
        <MenuItem icon={SquarePen} keys={keysOf('edit')} onSelect={item('edit')}>
          {texts.edit}
        </MenuItem>
      )}
      {isPresent(tenant) && (
        <MenuItem icon={PenLine} onSelect={item('rename')}>
          {texts.rename}
        </MenuItem>
      )}
      {tenant.status === 'suspended' && (
        <MenuItem icon={Play} keys={keysOf('status')} onSelect={item('reactivate')}>
          {texts.reactivate}
        </MenuItem>
      )}
      {tenant.status === 'deleted' && (
        <MenuItem icon={RotateCcw} keys={keysOf('status')} onSelect={item('restore')}>
          {texts.restore}
        </MenuItem>
      )}
      {(tenant.status === 'active' || tenant.status === 'blocked') && (
        <MenuItem icon={Square} keys={keysOf('status')} onSelect={item('suspend')}>
          {texts.suspend}
        </MenuItem>
      )}
      {isPresent(tenant) && (
        <MenuItem
          icon={Download}
          disabled={exporting.isRunning(tenant)}
          onSelect={() => exporting.run(tenant)}
        >
          {texts.export}
        </MenuItem>
      )}
      {isPresent(tenant) && (
        <MenuItem danger icon={Trash2} keys={keysOf('delete')} onSelect={item('delete')}>
          {texts.delete}
        </MenuItem>
      )}
    </Menu>
  );
}
