import { Link } from 'react-router-dom';
import { useNavigation } from '../app/navigation.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { paths } from '../paths.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { dashboardTexts } from './texts.ts';

/** For users without figures of their own: a greeting and links to the other pages. */
export function StartPage() {
  useTitle(dashboardTexts.title);
  const user = useCurrentUser();
  const pages = useNavigation('sidebar').filter((item) => item.to !== paths.dashboard);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={dashboardTexts.title} subtitle={dashboardTexts.welcome(user.fullName)} />
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {pages.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-14 items-center gap-3 rounded-ui border bg-surface px-4 font-medium hover:bg-sunken"
            >
              <Icon aria-hidden className="size-5 text-primary-text" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
