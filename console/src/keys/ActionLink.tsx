import type { LucideIcon } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { buttonVariants } from '../ui/Button.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { type ActionName, keysOf } from './keymap.ts';
import { useAction } from './registry.ts';

type ActionLinkProps = {
  label: string;
  /** The page or entity that the action belongs to; a heading in the palette and the `?` sheet. */
  group: string;
  /** Its name in the keymap. */
  action: ActionName;
  to: string;
  icon?: LucideIcon;
  variant?: 'primary' | 'secondary';
};

/** Like ActionButton, but a link, so that users can open it in a new tab. */
export function ActionLink({ label, group, action, to, icon: Icon, variant }: ActionLinkProps) {
  const navigate = useNavigate();
  useAction({ label, group, action, run: () => void navigate(to) });
  return (
    <Tooltip label={label} keys={keysOf(action)}>
      <Link to={to} className={buttonVariants({ variant })}>
        {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
        {label}
      </Link>
    </Tooltip>
  );
}
