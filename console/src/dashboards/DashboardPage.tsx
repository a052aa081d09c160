import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { AdminDashboard } from './admin/AdminDashboard.tsx';
import { OperatorDashboard } from './operator/OperatorDashboard.tsx';
import { StartPage } from './StartPage.tsx';

/** The first page after sign-in: it differs by role. */
export function DashboardPage() {
  const user = useCurrentUser();
  if (can(user, 'manage-leads')) return <AdminDashboard />;
  if (can(user, 'work-leads')) return <OperatorDashboard />;
  return <StartPage />;
}
