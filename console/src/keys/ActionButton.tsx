import type { MouseEvent } from 'react';
import { Button, type ButtonProps } from '../ui/Button.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { type ActionName, keysOf } from './keymap.ts';
import { useAction } from './registry.ts';

type ActionButtonProps = Omit<ButtonProps, 'onClick' | 'children'> & {
  label: string;
  /** The page or entity that the action belongs to; a heading in the palette and the `?` sheet. */
  group: string;
  /** Its name in the keymap. */
  action: ActionName;
  /** Called with the click, or without an event by its key and by Ctrl K. */
  onClick: (event?: MouseEvent) => void;
};

/** A button with a shortcut: shown in its tooltip and the `?` sheet, and found by Ctrl K. */
export function ActionButton({ label, group, action, onClick, ...rest }: ActionButtonProps) {
  useAction(rest.disabled || rest.busy || rest.unavailable ? null : { label, group, action, run: onClick });
  return (
    <Tooltip label={label} keys={keysOf(action)}>
      <Button {...rest} onClick={onClick}>
        {label}
      </Button>
    </Tooltip>
  );
}
