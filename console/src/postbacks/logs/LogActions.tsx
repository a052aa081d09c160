import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Archive, Ellipsis, FlaskConical, History, Pencil, RefreshCw, RotateCcw } from 'lucide-react';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { BackButton } from '../../pages/BackButton.tsx';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuLink } from '../../ui/Menu.tsx';
import { usePhone } from '../../ui/useMediaQuery.ts';
import type { OpenLogDialog } from './LogDialogs.tsx';

type LogActionsProps = {
  postback: Pick<Postback, '_id'>;
  query: UseQueryResult;
  openDialog: (dialog: OpenLogDialog) => void;
};

const group = 'Postback Logs';

/** The actions of a postback and its logs; on a phone, a menu holds most of them. */
export function LogActions({ postback, query, openDialog }: LogActionsProps) {
  const phone = usePhone();
  const test = paths.postbacks.test(postback._id);
  const edit = paths.postbacks.edit(postback._id);
  return (
    <>
      <ActionButton
        label="Refresh"
        group={group}
        action="refresh"
        icon={RefreshCw}
        busy={query.isRefetching}
        onClick={() => void query.refetch()}
      />
      <ActionButton
        label="Retry Failed"
        group={group}
        action="retry-all"
        icon={RotateCcw}
        onClick={() => openDialog({ kind: 'retry-all' })}
      />
      {phone ? (
        <Menu label="More" trigger={<IconButton icon={Ellipsis} label="More" />}>
          <MenuItem icon={History} onSelect={() => openDialog({ kind: 'backfill' })}>
            Backfill
          </MenuItem>
          <MenuItem icon={Archive} onSelect={() => openDialog({ kind: 'retention' })}>
            Retention
          </MenuItem>
          <MenuLink icon={FlaskConical} to={test}>
            Test
          </MenuLink>
          <MenuLink icon={Pencil} to={edit}>
            Edit
          </MenuLink>
        </Menu>
      ) : (
        <>
          <ActionButton
            label="Backfill"
            group={group}
            action="backfill"
            icon={History}
            onClick={() => openDialog({ kind: 'backfill' })}
          />
          <ActionButton
            label="Retention"
            group={group}
            action="retention"
            icon={Archive}
            onClick={() => openDialog({ kind: 'retention' })}
          />
          <ActionLink label="Test" group={group} action="test" icon={FlaskConical} to={test} />
          <ActionLink label="Edit" group={group} action="edit" icon={Pencil} to={edit} />
          <BackButton group={group} to={paths.postbacks.list} />
        </>
      )}
    </>
  );
}
