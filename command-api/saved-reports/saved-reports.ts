import { OFFER_NOT_FOUND, OPERATOR_NOT_FOUND } from '@crm/contracts/reports/query.ts';
import {
  deleteSavedReport,
  saveReport,
  updateSavedReport,
} from '@crm/contracts/saved-reports/saved-reports.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { OfferId, SavedReportId, UserId } from '@crm/events/ids.ts';
import type { ReportOwner } from '@crm/events/saved-reports/decide.ts';
import type { SavedContent } from '@crm/events/saved-reports/events.ts';
import { savedReportStream } from '@crm/events/streams.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { type Refused, refused } from '@crm/platform/http/result.ts';
import { savedReportCommand } from '../handle/aggregate-commands.ts';
import type { Deps } from '../handle/deps.ts';

const ownerOf = ({ id, role }: SignedInCaller): ReportOwner => ({ id, isAdmin: role === 'admin' });
const newId = (commandId: { id: string }) => SavedReportId.parse(derivedId(commandId.id, 'saved-report'));

type SentContent = Omit<SavedContent, 'filters' | 'countBy'> & {
  filters: { [name: string]: string | undefined };
  countBy?: 'created' | 'decided' | undefined;
};

const contentOf = ({ filters, countBy, ...content }: SentContent): SavedContent => ({
  ...content,
  ...(countBy === 'decided' && { countBy }),
  filters: Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ),
});

/** Refuses filters that name an offer or operator of another tenant, or to an operator a colleague. */
async function unknownNames(
  { filters: { offer, operator } }: SentContent,
  { tenant, id, seesAllLeads }: SignedInCaller,
  { lookups }: Deps,
): Promise<Refused | null> {
  const isOwnOffer = !offer || (await lookups.offer(OfferId.parse(offer)))?.tenant === tenant;
  const isKnownOperator =
    !operator ||
    ((seesAllLeads || operator === id) && (await lookups.user(UserId.parse(operator)))?.tenant === tenant);
  if (isOwnOffer && isKnownOperator) return null;
  return refused('bad-input', {
    errors: {
      ...(!isOwnOffer && { 'content.filters.offer': OFFER_NOT_FOUND }),
      ...(!isKnownOperator && { 'content.filters.operator': OPERATOR_NOT_FOUND }),
    },
  });
}

export const save = savedReportCommand({
  endpoint: saveReport,
  policy: everyUser,
  creates: true,
  plan: ({ body: { name, content, schedule }, commandId, caller }, deps) => ({
    stream: savedReportStream(newId(commandId)),
    isStreamOfCommand: true,
    command: { type: 'SaveReport', by: ownerOf(caller), name, content: contentOf(content), schedule },
    allowed: () => unknownNames(content, caller, deps),
  }),
  answer: ({ input: { body, commandId } }) => ({
    message: 'Report saved successfully',
    data: { report: { _id: newId(commandId), name: body.name } },
  }),
});

export const update = savedReportCommand({
  endpoint: updateSavedReport,
  policy: everyUser,
  plan: ({ params, body: { content, ...changes }, caller }, deps) => ({
    stream: savedReportStream(SavedReportId.parse(params.id)),
    command: {
      type: 'EditSavedReport',
      by: ownerOf(caller),
      changes: { ...changes, ...(content && { content: contentOf(content) }) },
    },
    ...(content && { allowed: () => unknownNames(content, caller, deps) }),
  }),
  answer: () => ({ message: 'Saved report updated successfully', data: {} }),
});

export const remove = savedReportCommand({
  endpoint: deleteSavedReport,
  policy: everyUser,
  plan: ({ params, caller }) => ({
    stream: savedReportStream(SavedReportId.parse(params.id)),
    command: { type: 'DeleteSavedReport', by: ownerOf(caller) },
  }),
  answer: () => ({ message: 'Saved report deleted successfully', data: {} }),
});
