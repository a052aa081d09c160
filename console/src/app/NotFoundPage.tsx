import { Compass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { buttonVariants } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { appTexts } from './texts.ts';

export function NotFoundPage() {
  useTitle(appTexts.notFound.title);
  return (
    <main className="flex min-h-dvh items-center justify-center bg-canvas">
      <EmptyState
        page
        icon={Compass}
        title={appTexts.notFound.title}
        text={appTexts.notFound.text}
        action={
          <Link to={paths.dashboard} className={buttonVariants({ variant: 'primary' })}>
            {appTexts.notFound.goHome}
          </Link>
        }
      />
    </main>
  );
}
