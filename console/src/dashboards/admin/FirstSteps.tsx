import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { paths } from '../../paths.ts';
import { Panel } from '../../ui/Panel.tsx';
import { textLink } from '../../ui/textLink.tsx';
import { firstStepsTexts as texts } from '../texts/firstSteps.tsx';

type FirstStepsProps = {
  stats: Pick<AdminDashboard, 'offers' | 'users'> & {
    overview: Pick<AdminDashboard['overview'], 'totalLeads'>;
  };
};

/** What a new organisation needs before operators can work: an offer, an operator and leads. Hidden when it has all of them. */
export function FirstSteps({ stats: { offers, users, overview } }: FirstStepsProps) {
  const user = useCurrentUser();
  const steps = [
    { name: 'offer', isDone: offers.totalOffers > 0, text: texts.offer(textLink(paths.offers.new)) },
    { name: 'operator', isDone: users.totalOperators > 0, text: texts.operator(textLink(paths.users.new)) },
    {
      name: 'lead',
      isDone: overview.totalLeads > 0,
      text: texts.lead(textLink(paths.leads.upload), textLink(paths.leads.new)),
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
  return (
    <li className="flex gap-2">
      <span aria-hidden className="mt-0.5 size-4 shrink-0">
        {isDone ? (
          <CircleCheck className="size-4 text-ok" />
        ) : (
          <span className="block size-4 rounded-full border border-line-strong" />
        )}
      </span>
      <p className="min-w-0">
        <span className="sr-only">{isDone ? texts.done : texts.open}: </span>
        {children}
      </p>
    </li>
  );
}
