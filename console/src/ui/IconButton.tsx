import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { cn } from './cn.ts';
import { Tooltip } from './Tooltip.tsx';

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  icon: LucideIcon;
  /** The action's name: the accessible label and the tooltip. */
  label: string;
  /** The shortcut, shown in the tooltip. */
  keys?: string;
  danger?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function IconButton({ icon: Icon, label, keys, danger = false, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={cn(
          'inline-flex size-7 shrink-0 items-center justify-center rounded-ui transition-colors max-md:size-9',
          'disabled:cursor-not-allowed disabled:opacity-55',
          danger ? 'text-bad hover:bg-bad-soft' : 'text-muted hover:bg-sunken hover:text-ink',
          className,
        )}
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </Tooltip>
  );
}
