import type { Lead } from '@crm/contracts/leads/lead.ts';
import { type LeadStatus, quickStatuses } from '@crm/events/leads/vocabulary.ts';
import { ChevronDown } from 'lucide-react';
import { type ButtonHTMLAttributes, type Ref, useState } from 'react';
import { keysOf, titleOf } from '../../../keys/keymap.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/Menu.tsx';
import { capitalised, StatusBadge } from '../../../ui/StatusBadge.tsx';
import { leadListTexts } from '../../texts/list.ts';
import { leadWords } from '../../texts/words.ts';
import type { RowActions } from '../rowActions.ts';

const texts = leadListTexts.cells.status;

type StatusCellProps = { lead: Lead; actions: RowActions };

/** The lead's status and a control to change it; as wide as the widest control, which a long name beside it would cover. */
export function StatusCell({ lead, actions }: StatusCellProps) {
  return (
    <div className="flex min-w-25 flex-col items-start gap-1">
      <StatusControl lead={lead} actions={actions} />
      <RequestText lead={lead} />
    </div>
  );
}

/** The same in one line. */
export function StatusLine({ lead, actions }: StatusCellProps) {
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <StatusControl lead={lead} actions={actions} />
      <RequestText lead={lead} />
    </div>
  );
}

/** 'Pending: approved', or 'Rejected: call again'. */
function RequestText({ lead }: Pick<StatusCellProps, 'lead'>) {
  const { pendingStatusChange: pending, rejectedStatusChange: rejected } = lead;
  if (pending)
    return <span className="truncate text-xs text-warn">{leadWords.pendingStatus(pending.newStatus)}</span>;
  if (!rejected) return null;
  const text = leadWords.rejectedBecause(rejected.reason);
  return (
    <span className="max-w-full truncate text-xs text-bad" dir="auto" title={text}>
      {text}
    </span>
  );
}

/** A menu, a request button, or only a badge, depending on the user's rights. */
function StatusControl({ lead, actions }: StatusCellProps) {
  const way = actions.status(lead);
  switch (way) {
    case 'set':
      return <StatusMenu lead={lead} actions={actions} />;
    case 'request':
      return (
        <StatusButton
          lead={lead}
          action={leadWords.requestStatus}
          onClick={() => actions.openDialog({ kind: 'status', lead })}
        />
      );
    case 'none':
      return <StatusBadge status={lead.status} />;
    default:
      return way satisfies never;
  }
}

/** Sets another status in two clicks. Built on first opening: hundreds of menus would make scrolling slow. */
function StatusMenu({ lead, actions }: StatusCellProps) {
  const [isOpen, setIsOpen] = useState(false);
  const action = leadWords.updateStatus;
  if (!isOpen) {
    return <StatusButton lead={lead} action={action} aria-haspopup="menu" onClick={() => setIsOpen(true)} />;
  }
  return (
    <Menu
      defaultOpen
      align="start"
      label={texts.menu(lead.orderId)}
      trigger={<StatusButton lead={lead} action={action} />}
    >
      {quickStatuses.map((status) => (
        <MenuItem
          key={status}
          disabled={status === lead.status}
          onSelect={() => actions.setStatus(lead, status)}
        >
          {capitalised(status)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem keys={keysOf('status')} onSelect={() => actions.openDialog({ kind: 'status', lead })}>
        {leadWords.updateStatus}
      </MenuItem>
      <MenuItem keys={keysOf('assign')} onSelect={() => actions.openDialog({ kind: 'assign', lead })}>
        {leadWords.assign}
      </MenuItem>
    </Menu>
  );
}

type StatusButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  lead: { status: LeadStatus; orderId: string };
  /** What the button does. */
  action: string;
  ref?: Ref<HTMLButtonElement>;
};

function StatusButton({ lead, action, ...rest }: StatusButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      title={titleOf(action, 'status')}
      aria-label={texts.button(capitalised(lead.status), action, lead.orderId)}
      className="inline-flex items-center gap-0.5 rounded-full pr-1 text-muted hover:bg-line hover:text-ink max-md:py-1"
    >
      <StatusBadge status={lead.status} />
      <ChevronDown aria-hidden className="size-3.5" />
    </button>
  );
}
