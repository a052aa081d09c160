import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { FlaskConical, type LucideIcon, Pencil, ScrollText, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Allowed } from '../../auth/Allowed.tsx';
import { titleOf } from '../../keys/keymap.ts';
import { paths } from '../../paths.ts';
import { postbacks } from '../resource.ts';
import { postbackTexts } from '../texts.ts';

type PostbackActionsProps = { postback: Postback; onDelete: (postback: Postback) => void };

/** Logs, test, edit and delete of a row. Native titles, as in every list. */
export function PostbackActions({ postback, onDelete }: PostbackActionsProps) {
  const { _id, name } = postback;
  return (
    <span className="-my-1 flex items-center gap-0.5">
      <ActionLink
        to={paths.postbacks.logs(_id)}
        title={titleOf(postbackTexts.list.actions.logs, 'open')}
        label={postbackTexts.list.actions.logsOf(name)}
        icon={ScrollText}
      />
      <Allowed to={postbacks.manage}>
        <ActionLink
          to={paths.postbacks.test(_id)}
          title={postbackTexts.list.actions.test}
          label={postbackTexts.list.actions.testOf(name)}
          icon={FlaskConical}
        />
        <ActionLink
          to={paths.postbacks.edit(_id)}
          title={titleOf(postbackTexts.list.actions.edit, 'edit')}
          label={postbackTexts.list.actions.editOf(name)}
          icon={Pencil}
        />
        <button
          type="button"
          title={titleOf(postbackTexts.list.actions.delete, 'delete')}
          aria-label={postbackTexts.list.actions.deleteOf(name)}
          onClick={() => onDelete(postback)}
          className={`${look} hover:bg-bad-soft hover:text-bad`}
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      </Allowed>
    </span>
  );
}

type ActionLinkProps = { to: string; title: string; label: string; icon: LucideIcon };

function ActionLink({ to, title, label, icon: Icon }: ActionLinkProps) {
  return (
    <Link to={to} title={title} aria-label={label} className={`${look} hover:bg-line hover:text-ink`}>
      <Icon aria-hidden className="size-4" />
    </Link>
  );
}

const look = 'inline-flex size-7 shrink-0 items-center justify-center rounded-ui text-muted max-md:size-9';
