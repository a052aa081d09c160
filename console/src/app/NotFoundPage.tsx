import { Compass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { buttonVariants } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useTitle } from '../ui/useTitle.ts';

export function NotFoundPage() {
  useTitle('Page not found');
  return (
    <main className="flex min-h-dvh items-center justify-center bg-canvas">
      <EmptyState
        page
        icon={Compass}
        title="Page not found"
        text="The address may be mistyped, or the page has moved."
        action={
          <Link to={paths.dashboard} className={buttonVariants({ variant: 'primary' })}>
            Go to the dashboard
          </Link>
        }
      />
    </main>
  );
}
