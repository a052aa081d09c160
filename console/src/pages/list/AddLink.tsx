import { Plus } from 'lucide-react';
import { type Ability, can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { pageTexts } from '../texts.ts';

type AddLinkProps = {
  /** 'Offer' */
  noun: string;
  /** The list's title. */
  group: string;
  to: string;
  needs: Ability;
};

/** The link to the form for a new entity, for users who may create one: super admins only see these lists. */
export function AddLink({ noun, group, to, needs }: AddLinkProps) {
  if (!can(useCurrentUser(), needs)) return null;
  return (
    <ActionLink
      label={pageTexts.list.add(noun)}
      group={group}
      action="new"
      variant="primary"
      icon={Plus}
      to={to}
    />
  );
}
