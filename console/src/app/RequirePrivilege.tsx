import { ShieldX } from 'lucide-react';
import { Outlet } from 'react-router-dom';
import { useCurrentUser } from '../auth/currentUser.ts';
import { hasPrivilege, type Privilege } from '../auth/roles.ts';
import { EmptyState } from '../ui/EmptyState.tsx';

const texts: Record<Privilege, string> = {
  super_admin: 'Super Admin privileges required',
  admin: 'Admin privileges required',
  operator: 'Operator privileges required',
};

/** Renders the child routes for users with the privilege; others see which privilege is missing. */
export function RequirePrivilege({ privilege }: { privilege: Privilege }) {
  if (hasPrivilege(useCurrentUser(), privilege)) return <Outlet />;
  return (
    <div role="alert" className="mx-auto max-w-md rounded-ui border bg-surface">
      <EmptyState page icon={ShieldX} title="Access Denied" text={texts[privilege]} />
    </div>
  );
}
