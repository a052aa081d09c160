import type { LucideIcon } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { buttonLook } from '../ui/Button.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useAction } from './registry.ts';

type ActionLinkProps = {
  label: string;
  /** The page or thing it belongs to, as the palette and the `?` sheet group it. */
  group: string;
  keys: string;
  to: string;
  icon?: LucideIcon;
  variant?: 'primary' | 'secondary';
};

/** A link that is an action with a key: like ActionButton, but it opens in a new tab where one wants that. */
export function ActionLink({ label, group, keys, to, icon: Icon, variant }: ActionLinkProps) {
  const navigate = useNavigate();
  useAction({ label, group, keys, run: () => void navigate(to) });
  return (
    <Tooltip label={label} keys={keys}>
      <Link to={to} className={buttonLook(variant)}>
        {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
        {label}
      </Link>
    </Tooltip>
  );
}
