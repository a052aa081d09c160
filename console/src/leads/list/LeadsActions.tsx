import { formatNumber } from '../../format/count.ts';
import { AddLink } from '../../pages/list/AddLink.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { ExportMenu } from '../export/ExportMenu.tsx';
import type { LeadListInput } from '../queries.ts';
import type { Chosen } from './selection.ts';

type LeadsActionsProps = {
  input: LeadListInput;
  total: number;
  chosen: Chosen | null;
  onAssign: () => void;
};

/** Export, assign the selection, add a lead; for users who manage leads. */
export function LeadsActions({ input, total, chosen, onAssign }: LeadsActionsProps) {
  return (
    <>
      <ExportMenu input={input} total={total} chosen={chosen} />
      {chosen && (
        <Button className="max-md:hidden" onClick={onAssign}>
          {`Assign ${formatNumber(chosen.count)} Leads`}
        </Button>
      )}
      <AddLink noun="Lead" group="Leads" to={paths.leads.new} />
    </>
  );
}
