import { ChartColumn, type LucideIcon, Rows3, ShieldCheck } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useToken } from '../api/token.ts';
import { paths } from '../paths.ts';
import { Badge } from '../ui/Badge.tsx';
import { buttonVariants } from '../ui/Button.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { landingTexts } from './texts.ts';

const features: { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Rows3, ...landingTexts.features.leads },
  { icon: ShieldCheck, ...landingTexts.features.security },
  { icon: ChartColumn, ...landingTexts.features.analytics },
];

// Its code for queries is not needed to show the page.
const PlanGrid = lazy(async () => ({ default: (await import('./PlanGrid.tsx')).PlanGrid }));

export function LandingPage() {
  useTitle(null);
  const isSignedIn = useToken() !== null;
  const door = isSignedIn
    ? { to: paths.dashboard, text: landingTexts.openDashboard }
    : { to: paths.login, text: landingTexts.signIn };
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="mx-auto flex h-16 w-full max-w-6xl items-center justify-between gap-4 px-4">
        <p className="flex items-center gap-2 text-lg font-semibold">
          <img src="/icon.svg" alt="" className="size-8" />
          <span className="max-sm:sr-only">{landingTexts.product}</span>
          <Badge tone="info">{landingTexts.productBadge}</Badge>
        </p>
        <Link to={door.to} className={buttonVariants({ variant: 'secondary' })}>
          {door.text}
        </Link>
      </header>
      <main>
        <section className="mx-auto flex max-w-6xl flex-col items-center gap-6 px-4 pt-16 pb-14 text-center">
          <h1 className="text-2xl font-bold tracking-tight text-balance sm:text-3xl">
            {landingTexts.welcome(
              <span key="product" className="text-primary-text">
                {landingTexts.product}
              </span>,
            )}
          </h1>
          <p className="max-w-2xl text-lg text-balance text-muted">{landingTexts.introduction}</p>
          <div className="flex flex-wrap justify-center gap-3">
            <Link to={door.to} className={buttonVariants({ variant: 'primary' })}>
              {door.text}
            </Link>
          </div>
          <ul className="flex flex-wrap justify-center gap-x-8 gap-y-2 pt-2 font-medium">
            {landingTexts.claims.map((claim) => (
              <li key={claim}>{claim}</li>
            ))}
          </ul>
        </section>
        <section className="border-y bg-surface">
          <ul className="mx-auto grid max-w-6xl gap-8 px-4 py-12 md:grid-cols-3">
            {features.map(({ icon: Icon, title, text }) => (
              <li key={title} className="flex flex-col gap-2">
                <span className="flex size-9 items-center justify-center rounded-ui bg-primary-soft">
                  <Icon aria-hidden className="size-5 text-primary-text" />
                </span>
                <h2 className="text-lg font-semibold">{title}</h2>
                <p className="text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <Suspense>
          <PlanGrid isSignedIn={isSignedIn} />
        </Suspense>
      </main>
      <footer className="mt-auto py-6 text-center text-sm text-muted">{landingTexts.version}</footer>
    </div>
  );
}
