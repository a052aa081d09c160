import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { paths } from '../../paths.ts';
import { Panel } from '../../ui/Panel.tsx';
import { firstStepsTexts as texts } from '../texts/firstSteps.tsx';

const linkTo = (path: string) => (text: string) => (
  <Link key={path} to={path} className="rounded-ui text-primary-text underline underline-offset-2">
    {text}
  </Link>
);

/** What a new organisation needs before operators can work: an offer, an operator and leads. Hidden when it has all of them. */
export function FirstSteps({ stats: { offers, users, overview } }: { stats: AdminDashboard }) {
  const user = useCurrentUser();
  const steps = [
    { name: 'offer', isDone: offers.totalOffers > 0, text: texts.offer(linkTo(paths.offers.new)) },
    { name: 'operator', isDone: users.totalOperators > 0, text: texts.operator(linkTo(paths.users.new)) },
    {
      name: 'lead',
      isDone: overview.totalLeads > 0,
      text: texts.lead(linkTo(paths.leads.upload), linkTo(paths.leads.new)),
    },
  ];
  if (!can(user, 'change-organization') || steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel title={texts.title}>
      <ol className="flex flex-col gap-2">
        {steps.map(({ name, isDone, text }) => (
          <Step key={name} isDone={isDone}>
            {text}
          </Step>
        ))}
      </ol>
    </Panel>
  );
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex gap-2">
      <Icon
        aria-hidden
        className={isDone ? 'mt-0.5 size-4 shrink-0 text-ok' : 'mt-0.5 size-4 shrink-0 text-muted'}
      />
      <p className="min-w-0">
        <span className="sr-only">{isDone ? texts.done : texts.open}: </span>
        {children}
      </p>
    </li>
  );
}
