import { Info } from 'lucide-react';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { ApiKeys } from '../api-keys/ApiKeys.tsx';
import { profileTexts } from '../texts.ts';
import { AutoApprove } from './AutoApprove.tsx';
import { LeadsOverLimit } from './LeadsOverLimit.tsx';
import { OrganizationName } from './OrganizationName.tsx';
import { OverdueHours } from './OverdueHours.tsx';
import { OwnCurrency } from './OwnCurrency.tsx';
import { OwnTimeZone } from './OwnTimeZone.tsx';
import { TakingAllowed } from './TakingAllowed.tsx';
import { ThemeColor } from './ThemeColor.tsx';

/** The settings of the organisation; only admins can change them. The super admin has no organisation. */
export function OrganizationTab() {
  const user = useCurrentUser();
  const { crmSettings } = user;
  return (
    <fieldset disabled={!can(user, 'change-organization')} className="flex min-w-0 flex-col gap-3">
      <p className="flex items-center gap-2 text-muted">
        <Info aria-hidden className="size-4 shrink-0" />
        {profileTexts.organization.adminsOnly}
      </p>
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
        <div className="flex flex-col gap-3">
          <OrganizationName name={crmSettings.organizationName} />
          <AutoApprove on={crmSettings.autoLeadStatusApprove} />
          <TakingAllowed on={crmSettings.takingAllowed} />
          <LeadsOverLimit current={crmSettings.leadsOverLimit} />
          <OverdueHours hours={crmSettings.overdueHours} />
        </div>
        <div className="flex flex-col gap-3">
          <ThemeColor current={crmSettings.theme} />
          <OwnCurrency current={crmSettings.currency} />
          <OwnTimeZone current={crmSettings.timeZone} />
          <ApiKeys required={crmSettings.apiKeyRequired} />
        </div>
      </div>
    </fieldset>
  );
}
