import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { paths } from '../../paths.ts';
import { textLink } from '../../ui/textLink.tsx';
import { FirstSteps } from '../FirstSteps.tsx';
import { firstStepsTexts as texts } from '../texts/firstSteps.tsx';

type AdminFirstStepsProps = {
  stats: Pick<AdminDashboard, 'offers' | 'users'> & {
    overview: Pick<AdminDashboard['overview'], 'totalLeads'>;
  };
};

/** What a new organisation needs before operators can work: an offer, an operator and leads. */
export function AdminFirstSteps({ stats: { offers, users, overview } }: AdminFirstStepsProps) {
  if (!can(useCurrentUser(), 'change-organization')) return null;
  return (
    <FirstSteps
      steps={[
        { name: 'offer', isDone: offers.totalOffers > 0, text: texts.offer(textLink(paths.offers.new)) },
        {
          name: 'operator',
          isDone: users.totalOperators > 0,
          text: texts.operator(textLink(paths.users.new)),
        },
        {
          name: 'lead',
          isDone: overview.totalLeads > 0,
          text: texts.lead(textLink(paths.leads.upload), textLink(paths.leads.new)),
        },
      ]}
    />
  );
}
