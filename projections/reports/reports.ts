import type { Endpoint } from '@crm/contracts/endpoint.ts';
import {
  adminAnalytics,
  analyticsReport,
  cohortReport,
  conversionReport,
  customReport,
  leadReport,
  performanceReport,
  productivityReport,
  revenueReport,
} from '@crm/contracts/reports/reports.ts';
import { newCommandId } from '@crm/platform/commands/envelope.ts';
import { admins, everyUser, type SessionPolicy } from '@crm/platform/http/policy.ts';
import { isRefused, type Result } from '@crm/platform/http/result.ts';
import { type Input, route } from '@crm/platform/http/route.ts';
import type { QueryDeclaration } from '../query.ts';
import { answerReport, type ReportNeeds } from './answer.ts';
import type { ReportRequest } from './plan.ts';
import type { Output } from './runs.ts';

/** A call that answers a report as JSON. */
type ReportCall<E extends Endpoint> = {
  endpoint: E;
  policy: SessionPolicy;
  request: (input: Input<E, SessionPolicy>) => ReportRequest;
};

const reportCall =
  <E extends Endpoint>({ endpoint, policy, request }: ReportCall<E>): QueryDeclaration<ReportNeeds> =>
  (deps) =>
    route(endpoint, policy, async (input): Promise<Result> => {
      const asked = request(input);
      const command = newCommandId();
      const output: Output = asked.printed ? { format: 'print', command } : { format: 'json', command: null };
      const answer = await answerReport(deps, input, asked, output);
      if (isRefused(answer)) return answer;
      const { data, position, stale } = answer;
      return { kind: 'done', data, position, ...(stale && { stale }) };
    });

/**
 * Reports as JSON. Operators see the figures of the leads that they may see; the performance of operators and the
 * analytics of the whole tenant are for admins.
 */
export const reports: readonly QueryDeclaration<ReportNeeds>[] = [
  reportCall({
    endpoint: leadReport,
    policy: everyUser,
    request: ({ query }) => ({ type: 'leads', ...query }),
  }),
  reportCall({
    endpoint: revenueReport,
    policy: everyUser,
    request: ({ query }) => ({ type: 'revenue', ...query }),
  }),
  reportCall({
    endpoint: conversionReport,
    policy: everyUser,
    request: ({ query }) => ({ type: 'conversion', ...query }),
  }),
  reportCall({
    endpoint: performanceReport,
    policy: everyUser,
    request: ({ query }) => ({ type: 'performance', ...query }),
  }),
  reportCall({
    endpoint: cohortReport,
    policy: everyUser,
    request: ({ query }) => ({ type: 'cohorts', ...query }),
  }),
  reportCall({
    endpoint: analyticsReport,
    policy: everyUser,
    request: ({ query }) => ({ type: 'analytics', ...query }),
  }),
  reportCall({
    endpoint: productivityReport,
    policy: admins,
    request: ({ query }) => ({ type: 'operator-productivity', ...query }),
  }),
  reportCall({
    endpoint: adminAnalytics,
    policy: admins,
    request: ({ query }) => ({ type: 'analytics', ...query }),
  }),
  reportCall({
    endpoint: customReport,
    policy: everyUser,
    request: ({ body }) => ({ type: 'custom', ...body }),
  }),
];
