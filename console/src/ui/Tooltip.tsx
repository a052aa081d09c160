import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement } from 'react';
import { Kbd } from './Kbd.tsx';

type TooltipProps = { label: string; keys?: string | undefined; children: ReactElement };

/** A name for what the pointer or the focus stands on, with the key that does the same. */
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

/** Once around the app: tooltips that follow each other open without waiting again. */
export const TooltipProvider = Radix.Provider;
