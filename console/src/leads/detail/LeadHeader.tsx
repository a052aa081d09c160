import type { Lead } from '@crm/contracts/leads/lead.ts';
import { CircleDot, type LucideIcon, Pencil, UserRoundPlus } from 'lucide-react';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { formatDateTime } from '../../format/date.ts';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { BackButton } from '../../pages/BackButton.tsx';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePhone } from '../../ui/useMediaQuery.ts';
import { mayRequestStatus, mayWorkOn } from '../abilities.ts';

const group = 'Lead';

type LeadHeaderProps = { lead: Lead; onStatus: () => void; onAssign: () => void };

export function LeadHeader({ lead, onStatus, onAssign }: LeadHeaderProps) {
  const user = useCurrentUser();
  const manages = can(user, 'manage-leads');
  const phone = usePhone();
  // Phones show no icons, so that the buttons fit in one line.
  const icon = (one: LucideIcon) => (phone ? {} : { icon: one });
  return (
    <PageHeader
      title={`Order ${lead.orderId}`}
      badges={
        <>
          {lead.isUrgent && <Badge tone="bad">Urgent</Badge>}
          {lead.requiresCallback && <Badge tone="warn">Callback</Badge>}
        </>
      }
      subtitle={
        <>
          <span dir="auto">{lead.fullName}</span> · Created {formatDateTime(lead.createdAt)}
        </>
      }
      actions={
        <>
          {manages && (
            <ActionButton
              label="Update Status"
              group={group}
              action="status"
              {...icon(CircleDot)}
              variant="primary"
              onClick={onStatus}
            />
          )}
          {mayRequestStatus(user, lead) && (
            <ActionButton
              label="Request Status Change"
              group={group}
              action="status"
              {...icon(CircleDot)}
              variant="primary"
              onClick={onStatus}
            />
          )}
          {manages && (
            <ActionButton
              label="Assign"
              group={group}
              action="assign"
              {...icon(UserRoundPlus)}
              onClick={onAssign}
            />
          )}
          {mayWorkOn(user, lead) && (
            <ActionLink
              label="Edit"
              group={group}
              action="edit"
              {...icon(Pencil)}
              to={paths.leads.edit(lead._id)}
            />
          )}
          <BackButton group={group} to={paths.leads.list} icon={!phone} />
        </>
      }
    />
  );
}
