import { ChartColumn, type LucideIcon, Rows3, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useToken } from '../api/token.ts';
import { paths } from '../paths.ts';
import { Badge } from '../ui/Badge.tsx';
import { buttonVariants } from '../ui/Button.tsx';
import { useTitle } from '../ui/useTitle.ts';

const claims = ['10,000+ Active Users', '99.9% Uptime', 'Lightning Fast'];

const features: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Rows3,
    title: 'Lead Management',
    text: 'All orders of all partners in one list: assign, call and decide without a page reload.',
  },
  {
    icon: ShieldCheck,
    title: 'Secure & Reliable',
    text: 'Each organisation is separate, and each change is recorded: who made it, and when.',
  },
  {
    icon: ChartColumn,
    title: 'Advanced Analytics',
    text: 'Approval rates, revenue and the work of each operator, up to the minute.',
  },
];

export function LandingPage() {
  useTitle(null);
  const door =
    useToken() === null
      ? { to: paths.login, text: 'Sign in' }
      : { to: paths.dashboard, text: 'Open dashboard' };
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="mx-auto flex h-16 w-full max-w-6xl items-center justify-between gap-4 px-4">
        <p className="flex items-center gap-2 text-lg font-semibold">
          <img src="/icon.svg" alt="" className="size-8" />
          <span className="max-sm:sr-only">Lead Management System</span>
          <Badge tone="info">CRM</Badge>
        </p>
        <Link to={door.to} className={buttonVariants({ variant: 'secondary' })}>
          {door.text}
        </Link>
      </header>
      <main>
        <section className="mx-auto flex max-w-6xl flex-col items-center gap-6 px-4 pt-16 pb-14 text-center">
          <h1 className="text-2xl font-bold tracking-tight text-balance sm:text-3xl">
            Welcome to <span className="text-primary-text">Lead Management System</span>
          </h1>
          <p className="max-w-2xl text-lg text-balance text-muted">
            Track every lead from the first call to the approved order, and see what works with analytics that
            are always up to date.
          </p>
          <div className="flex flex-wrap justify-center gap-3">
            <Link to={door.to} className={buttonVariants({ variant: 'primary' })}>
              {door.text}
            </Link>
          </div>
          <ul className="flex flex-wrap justify-center gap-x-8 gap-y-2 pt-2 font-medium">
            {claims.map((claim) => (
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
      </main>
      <footer className="mt-auto py-6 text-center text-sm text-muted">Lead Management v1.0</footer>
    </div>
  );
}
