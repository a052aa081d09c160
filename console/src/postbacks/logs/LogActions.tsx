import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Archive, Ellipsis, FlaskConical, History, Pencil, RefreshCw, RotateCcw } from 'lucide-react';
import { Allowed } from '../../auth/Allowed.tsx';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { BackButton } from '../../pages/BackButton.tsx';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuLink } from '../../ui/Menu.tsx';
import { usePhone } from '../../ui/useMediaQuery.ts';
import { postbackTexts } from '../texts.ts';
import type { OpenLogDialog } from './LogDialogs.tsx';

type LogActionsProps = {
  postback: Pick<Postback, '_id'>;
  query: UseQueryResult;
  openDialog: (dialog: OpenLogDialog) => void;
};

const group = postbackTexts.logs.title;

/** The actions of a postback and its logs; on a phone, a menu holds most of them. */
export function LogActions({ postback, query, openDialog }: LogActionsProps) {
  const phone = usePhone();
  const test = paths.postbacks.test(postback._id);
  const edit = paths.postbacks.edit(postback._id);
  return (
    <>
      <ActionButton
        label={postbackTexts.logs.actions.refresh}
        group={group}
        action="refresh"
        icon={RefreshCw}
        busy={query.isRefetching}
        onClick={() => void query.refetch()}
      />
      <Allowed to="manage-postbacks">
        <ActionButton
          label={postbackTexts.logs.actions.retryAll}
          group={group}
          action="retry-all"
          icon={RotateCcw}
          onClick={() => openDialog({ kind: 'retry-all' })}
        />
        {phone ? (
          <Menu
            label={postbackTexts.logs.actions.more}
            trigger={<IconButton icon={Ellipsis} label={postbackTexts.logs.actions.more} />}
          >
            <MenuItem icon={History} onSelect={() => openDialog({ kind: 'backfill' })}>
              {postbackTexts.logs.actions.backfill}
            </MenuItem>
            <MenuItem icon={Archive} onSelect={() => openDialog({ kind: 'retention' })}>
              {postbackTexts.logs.actions.retention}
            </MenuItem>
            <MenuLink icon={FlaskConical} to={test}>
              {postbackTexts.logs.actions.test}
            </MenuLink>
            <MenuLink icon={Pencil} to={edit}>
              {postbackTexts.logs.actions.edit}
            </MenuLink>
          </Menu>
        ) : (
          <>
            <ActionButton
              label={postbackTexts.logs.actions.backfill}
              group={group}
              action="backfill"
              icon={History}
              onClick={() => openDialog({ kind: 'backfill' })}
            />
            <ActionButton
              label={postbackTexts.logs.actions.retention}
              group={group}
              action="retention"
              icon={Archive}
              onClick={() => openDialog({ kind: 'retention' })}
            />
            <ActionLink
              label={postbackTexts.logs.actions.test}
              group={group}
              action="test"
              icon={FlaskConical}
              to={test}
            />
            <ActionLink
              label={postbackTexts.logs.actions.edit}
              group={group}
              action="edit"
              icon={Pencil}
              to={edit}
            />
          </>
        )}
      </Allowed>
      {!phone && <BackButton group={group} to={paths.postbacks.list} />}
    </>
  );
}
