import { Button, type ButtonProps } from '../ui/Button.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useAction } from './registry.ts';

type ActionButtonProps = Omit<ButtonProps, 'onClick' | 'children'> & {
  label: string;
  /** The page or thing it belongs to, as the palette and the `?` sheet group it. */
  group: string;
  keys: string;
  onClick: () => void;
};

/** A button whose action has a key: shown in its tooltip and the `?` sheet, found by Ctrl K. */
export function ActionButton({ label, group, keys, onClick, ...rest }: ActionButtonProps) {
  useAction(rest.disabled || rest.busy ? null : { label, group, keys, run: onClick });
  return (
    <Tooltip label={label} keys={keys}>
      <Button {...rest} onClick={onClick}>
        {label}
      </Button>
    </Tooltip>
  );
}
