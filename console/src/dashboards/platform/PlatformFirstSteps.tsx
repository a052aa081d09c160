import type { PlatformAnalytics } from '@crm/contracts/dashboards/platform.ts';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { allPlans } from '../../plans/queries.ts';
import { textLink } from '../../ui/textLink.tsx';
import { FirstSteps } from '../FirstSteps.tsx';
import { platformStepsTexts as texts } from '../texts/platformSteps.tsx';

type PlatformFirstStepsProps = { tenants: PlatformAnalytics['tenants'] };

/** What a fresh installation needs before an organisation can work in it and pay for it. */
export function PlatformFirstSteps({ tenants }: PlatformFirstStepsProps) {
  const plans = useQuery(allPlans).data?.data;
  if (!plans) return null;
  const { active, suspended, blocked } = tenants;
  return (
    <FirstSteps
      steps={[
        { name: 'plan', isDone: plans.length > 0, text: texts.plan(textLink(paths.plans)) },
        {
          name: 'organization',
          isDone: active + suspended + blocked > 0,
          text: texts.organization(textLink(paths.tenants)),
        },
      ]}
    />
  );
}
