import { z } from 'zod';
import { callApi } from './call-api.ts';
import type { Stage } from './stage.ts';

const Me = z.object({ user: z.object({ _id: z.string() }) });
const Leads = z.array(z.object({ _id: z.string() }));

/** Assigns all open leads without an operator to the stage's first one: a work queue of leads of their own. @returns their number */
export async function assignOpenLeads({ url, people: { admin, operator } }: Stage): Promise<number> {
  const { user } = Me.parse(await callApi(url, operator, 'GET', '/auth/me'));
  const open = await callApi(url, admin, 'GET', '/leads?assignmentStatus=unassigned&open=true&limit=500');
  const leadIds = Leads.parse(open).map(({ _id }) => _id);
  await callApi(url, admin, 'POST', '/admin/bulk-assign-leads', { leadIds, operatorId: user._id });
  return leadIds.length;
}
