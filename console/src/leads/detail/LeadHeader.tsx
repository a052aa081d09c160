import type { Lead } from '@crm/contracts/leads/lead.ts';
import {
  ChevronDown,
  ChevronUp,
  CircleDot,
  Ellipsis,
  Eraser,
  type LucideIcon,
  Pencil,
  UserRoundPlus,
} from 'lucide-react';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { formatDateTime } from '../../format/date.ts';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { CallButton } from '../../keys/CallButton.tsx';
import { keysOf } from '../../keys/keymap.ts';
import { useAction } from '../../keys/registry.ts';
import { BackButton } from '../../pages/BackButton.tsx';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PhoneNumber } from '../../ui/PhoneNumber.tsx';
import { usePhone } from '../../ui/useMediaQuery.ts';
import { mayManage, mayRequestStatus, mayWorkOn } from '../abilities.ts';
import { leadDetailTexts } from '../texts/detail.tsx';
import { leadWords } from '../texts/words.ts';
import type { Neighbours } from './useNeighbours.ts';

const texts = leadDetailTexts.header;

const group = leadWords.lead;

type LeadHeaderProps = {
  lead: Lead;
  /** Null when the page was not opened from a list. */
  neighbours: Neighbours | null;
  onStatus: () => void;
  onAssign: () => void;
  onErase: () => void;
};

export function LeadHeader({ lead, neighbours, onStatus, onAssign, onErase }: LeadHeaderProps) {
  const user = useCurrentUser();
  const manages = mayManage(user, lead);
  const phone = usePhone();
  // Phones show no icons, so that the buttons fit in one line.
  const icon = (one: LucideIcon) => (phone ? {} : { icon: one });
  return (
    <PageHeader
      title={leadWords.order(lead.orderId)}
      badges={
        <>
          {lead.isUrgent && <Badge tone="bad">{leadWords.urgent}</Badge>}
          {lead.requiresCallback && <Badge tone="warn">{texts.callback}</Badge>}
          {neighbours && (
            <Neighbour
              label={texts.previous}
              action="previous-row"
              icon={ChevronUp}
              run={neighbours.onPrevious}
            />
          )}
          {neighbours && (
            <Neighbour label={texts.next} action="next-row" icon={ChevronDown} run={neighbours.onNext} />
          )}
        </>
      }
      subtitle={
        <>
          <span dir="auto">{lead.fullName}</span> · {texts.created(formatDateTime(lead.createdAt))}
        </>
      }
      actions={
        <>
          {lead.erasedAt !== null ? null : phone ? (
            <PhoneNumber phone={lead.phone} className="basis-full" />
          ) : (
            <CallButton phone={lead.phone} group={group} />
          )}
          {manages && (
            <ActionButton
              label={leadWords.updateStatus}
              group={group}
              action="status"
              {...icon(CircleDot)}
              variant="primary"
              onClick={onStatus}
            />
          )}
          {mayRequestStatus(user, lead) && (
            <ActionButton
              label={leadWords.requestStatus}
              group={group}
              action="status"
              {...icon(CircleDot)}
              variant="primary"
              onClick={onStatus}
            />
          )}
          {manages && (
            <ActionButton
              label={leadWords.assign}
              group={group}
              action="assign"
              {...icon(UserRoundPlus)}
              onClick={onAssign}
            />
          )}
          {mayWorkOn(user, lead) && (
            <ActionLink
              label={texts.edit}
              group={group}
              action="edit"
              {...icon(Pencil)}
              to={paths.leads.edit(lead._id)}
            />
          )}
          {manages && (
            <Menu label={texts.more} trigger={<IconButton icon={Ellipsis} label={texts.more} />} align="end">
              <MenuItem icon={Eraser} danger onSelect={onErase}>
                {texts.erase}
              </MenuItem>
            </Menu>
          )}
          <BackButton group={group} to={paths.leads.list} icon={!phone} />
        </>
      }
    />
  );
}

type NeighbourProps = {
  label: string;
  action: 'previous-row' | 'next-row';
  icon: LucideIcon;
  run: () => void;
};

function Neighbour({ label, action, icon, run }: NeighbourProps) {
  useAction({ label, group, action, run });
  return <IconButton icon={icon} label={label} keys={keysOf(action)} onClick={run} />;
}
