import { Rows3 } from 'lucide-react';
import { ActionButton } from './ActionButton.tsx';

type DensityButtonProps = { group: string; dense: boolean; onChange: (dense: boolean) => void };

/** Switches between one-line rows and rows of full height. Phones show cards instead. */
export function DensityButton({ group, dense, onChange }: DensityButtonProps) {
  return (
    <ActionButton
      label={dense ? 'Comfortable rows' : 'Dense rows'}
      group={group}
      action="density"
      variant="ghost"
      icon={Rows3}
      onClick={() => onChange(!dense)}
      className="ml-auto max-md:hidden"
    />
  );
}
