import { Pencil, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { ActionButton } from '../keys/ActionButton.tsx';
import { ActionLink } from '../keys/ActionLink.tsx';
import { Page } from '../ui/Page.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { useIsHere } from '../url/useIsHere.ts';
import { BackButton } from './BackButton.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { UrlTabs } from './PageTabs.tsx';
import type { Resource } from './resource.ts';
import { pageTexts } from './texts.ts';

type DetailPageProps<Entity extends { _id: string }> = {
  of: Resource<Entity>;
  entity: Entity;
  badges: ReactNode;
  subtitle: ReactNode;
  mayDelete?: boolean;
  tabs: ComponentProps<typeof UrlTabs>['tabs'];
};

/** The page of one entity: its name, its actions, and two tabs. */
export function DetailPage<Entity extends { _id: string }>(props: DetailPageProps<Entity>) {
  const { of, entity, badges, subtitle, mayDelete = true, tabs } = props;
  const name = of.nameOf(entity);
  const group = of.noun;
  useTitle(name);
  const navigate = useNavigate();
  const isHere = useIsHere();
  const manages = can(useCurrentUser(), of.manage);
  const [deleting, setDeleting] = useState(false);
  return (
    <Page>
      <PageHeader
        title={<span dir="auto">{name}</span>}
        badges={badges}
        subtitle={subtitle}
        actions={
          <>
            {manages && (
              <ActionLink
                label={pageTexts.detail.edit}
                group={group}
                action="edit"
                icon={Pencil}
                variant="primary"
                to={of.edit(entity._id)}
              />
            )}
            {manages && mayDelete && (
              <ActionButton
                label={pageTexts.detail.delete}
                group={group}
                action="delete"
                icon={Trash2}
                onClick={() => setDeleting(true)}
              />
            )}
            <BackButton group={group} to={of.list.to} />
          </>
        }
      />
      <UrlTabs group={group} tabs={tabs} />
      {deleting && (
        <DeleteDialog
          of={of}
          entity={entity}
          onDeleted={() => {
            if (isHere()) void navigate(of.list.to, { replace: true });
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  );
}
