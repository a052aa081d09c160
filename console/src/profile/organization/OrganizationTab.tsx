import { Info } from 'lucide-react';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { AutoApprove } from './AutoApprove.tsx';
import { OrganizationName } from './OrganizationName.tsx';
import { ThemeColor } from './ThemeColor.tsx';

/** What is set for everybody in the organisation. The super admin has none, so there is nothing for them to change. */
export function OrganizationTab() {
  const { role, crmSettings } = useCurrentUser();
  return (
    <fieldset disabled={role !== 'admin'} className="flex min-w-0 flex-col gap-3">
      <p className="flex items-center gap-2 text-muted">
        <Info aria-hidden className="size-4 shrink-0" />
        Only administrators can change these settings.
      </p>
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
        <div className="flex flex-col gap-3">
          <OrganizationName name={crmSettings.organizationName} />
          <AutoApprove on={crmSettings.autoLeadStatusApprove} />
        </div>
        <ThemeColor current={crmSettings.theme} />
      </div>
    </fieldset>
  );
}
