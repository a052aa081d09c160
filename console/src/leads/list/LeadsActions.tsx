import type { Lead } from '@crm/contracts/leads/lead.ts';
import { History } from 'lucide-react';
import { Link } from 'react-router-dom';
import { AddLink } from '../../pages/list/AddLink.tsx';
import { ExportButton } from '../../pages/list/ExportButton.tsx';
import type { List } from '../../pages/list/list.ts';
import { paths } from '../../paths.ts';
import { Button, buttonVariants } from '../../ui/Button.tsx';
import { leadListTexts } from '../texts/list.ts';
import { leadWords } from '../texts/words.ts';
import type { Chosen } from './selection.ts';

type LeadsActionsProps = {
  list: List<Lead>;
  chosen: Chosen | null;
  onAssign: (chosen: Chosen) => void;
};

/** Export, assign the selection, add a lead; for users who manage leads. */
export function LeadsActions({ list, chosen, onAssign }: LeadsActionsProps) {
  return (
    <>
      <Link
        to={paths.leads.past}
        className={buttonVariants({ variant: 'ghost', className: 'max-md:hidden' })}
      >
        <History aria-hidden className="size-4" />
        {leadListTexts.past}
      </Link>
      <ExportButton list={list} />
      {chosen && (
        <Button className="max-md:hidden" onClick={() => onAssign(chosen)}>
          {leadListTexts.assignSelected(chosen.count)}
        </Button>
      )}
      <AddLink noun={leadWords.lead} group={leadWords.leads} to={paths.leads.new} needs="manage-leads" />
    </>
  );
}
