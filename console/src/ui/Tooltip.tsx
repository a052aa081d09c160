import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement } from 'react';
import { Kbd } from './Kbd.tsx';

type TooltipProps = { label: string; keys?: string | undefined; children: ReactElement };

/** A tooltip on hover and focus: the label and its shortcut. */
export function Tooltip({ label, keys, children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-72 items-center gap-2 rounded-ui bg-ink px-2 py-1 text-sm text-surface shadow-pop"
        >
          {label}
          {keys && <Kbd keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Wraps the app once: after one tooltip, the next ones open without a delay. */
export const TooltipProvider = Radix.Provider;
