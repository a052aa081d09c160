import { Rows3 } from 'lucide-react';
import { ActionButton } from './ActionButton.tsx';
import { keyTexts } from './texts.ts';

type DensityButtonProps = { group: string; dense: boolean; onChange: (dense: boolean) => void };

/** Switches between one-line rows and rows of full height. Phones show cards instead. */
export function DensityButton({ group, dense, onChange }: DensityButtonProps) {
  return (
    <ActionButton
      label={dense ? keyTexts.comfortableRows : keyTexts.denseRows}
      group={group}
      action="density"
      variant="ghost"
      icon={Rows3}
      onClick={() => onChange(!dense)}
      className="max-md:hidden"
    />
  );
}
