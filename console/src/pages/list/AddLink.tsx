import { Plus } from 'lucide-react';
import { ActionLink } from '../../keys/ActionLink.tsx';

/** The link to the form for a new entity. `noun`: 'Offer'; `group`: the list's title. */
export function AddLink({ noun, group, to }: { noun: string; group: string; to: string }) {
  return (
    <ActionLink label={`Add ${noun}`} group={group} action="new" variant="primary" icon={Plus} to={to} />
  );
}
