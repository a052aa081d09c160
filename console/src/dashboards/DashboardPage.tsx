import { lazy, Suspense } from 'react';
import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { PageLoading } from '../ui/PageLoading.tsx';
import { AdminDashboard } from './admin/AdminDashboard.tsx';
import { OperatorDashboard } from './operator/OperatorDashboard.tsx';
import { dashboardTexts } from './texts.ts';

// Few users are super admins: the others do not load it.
const PlatformDashboard = lazy(async () => ({
  default: (await import('./platform/PlatformDashboard.tsx')).PlatformDashboard,
}));

/** The first page after sign-in: it differs by role. */
export function DashboardPage() {
  const user = useCurrentUser();
  if (can(user, 'see-organization')) return <AdminDashboard />;
  if (can(user, 'work-leads')) return <OperatorDashboard />;
  return (
    <Suspense fallback={<PageLoading title={dashboardTexts.title} />}>
      <PlatformDashboard />
    </Suspense>
  );
}
