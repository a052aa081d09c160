import { Plus } from 'lucide-react';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { pageTexts } from '../texts.ts';

/** The link to the form for a new entity. `noun`: 'Offer'; `group`: the list's title. */
export function AddLink({ noun, group, to }: { noun: string; group: string; to: string }) {
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
