import { Phone } from 'lucide-react';
import { buttonVariants } from '../ui/Button.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { dial, telOf } from '../ui/tel.ts';
import { keysOf } from './keymap.ts';
import { useAction } from './registry.ts';
import { keyTexts } from './texts.ts';

/** Calls a customer: a button and a key. `group`: its heading in the `?` sheet. */
export function CallButton({ phone, group }: { phone: string; group: string }) {
  useAction({ label: keyTexts.call, group, action: 'call', run: () => dial(phone) });
  return (
    <Tooltip label={keyTexts.callNumber(phone)} keys={keysOf('call')}>
      <a href={telOf(phone)} className={buttonVariants()}>
        <Phone aria-hidden className="size-4 shrink-0" />
        {keyTexts.call}
      </a>
    </Tooltip>
  );
}
