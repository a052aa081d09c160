import { getLead } from '@crm/contracts/leads/read.ts';
import { LeadId } from '@crm/events/ids.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { prepared } from '@crm/platform/postgres/prepared.ts';
import { query } from '../query.ts';
import { allComments } from './comments.ts';
import { historyOf, offerNames } from './history.ts';
import { leadOf, type NamedLeadRow, namedLead, namesOfLead } from './lead.ts';
import { statusHistoryOf, timelineOf } from './timeline.ts';
import { visibleTo } from './visible-leads.ts';

/**
 * One lead with its comments and its whole history. A lead of another tenant, and one of another operator where the
 * caller may not see it, is not found. By the primary key; the history by the lead's stream.
 */
export const leadDetail = query({
  endpoint: getLead,
  policy: everyUser,
  reads: ['leads', 'users', 'offers'],
  async run({ params, caller }, db, { store }) {
    const { rows } = await db.query<NamedLeadRow>(
      prepared(
        `select ${namedLead}
           from leads l ${namesOfLead}
          where l.tenant = $1 and l.id = $2 and ($3::uuid is null or l.operator_id = $3)`,
        [caller.tenant, params.id, visibleTo(caller).operator],
      ),
    );
    const [row] = rows;
    if (!row) return refused('lead-not-found');
    const [comments, events] = await Promise.all([
      allComments(db, caller.tenant, row.id),
      historyOf(store, LeadId.parse(row.id)),
    ]);
    return {
      kind: 'answer',
      data: {
        lead: { ...leadOf(row, comments), referer: row.referer },
        comments,
        statusHistory: statusHistoryOf(events),
        timeline: timelineOf(events, await offerNames(db, store, caller.tenant, events)),
      },
    };
  },
});
