import {
  deleteSavedReport,
  saveReport,
  updateSavedReport,
} from '@crm/contracts/saved-reports/saved-reports.ts';
import { derivedId, SavedReportId } from '@crm/events/ids.ts';
import type { ReportOwner } from '@crm/events/saved-reports/decide.ts';
import type { SavedContent } from '@crm/events/saved-reports/events.ts';
import { savedReportStream } from '@crm/events/streams.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { savedReportCommand } from '../handle/on.ts';

const ownerOf = ({ id, role }: SignedInCaller): ReportOwner => ({ id, isAdmin: role === 'admin' });
const newId = (commandId: { id: string }) => SavedReportId.parse(derivedId(commandId.id, 'saved-report'));

type SentContent = Omit<SavedContent, 'filters'> & { filters: { [name: string]: string | undefined } };

const contentOf = ({ filters, ...content }: SentContent): SavedContent => ({
  ...content,
  filters: Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ),
});

export const save = savedReportCommand({
  endpoint: saveReport,
  policy: everyUser,
  creates: true,
  plan: ({ body: { name, content, schedule }, commandId, caller }) => ({
    stream: savedReportStream(newId(commandId)),
    command: { type: 'SaveReport', by: ownerOf(caller), name, content: contentOf(content), schedule },
  }),
  answer: ({ input: { body, commandId } }) => ({
    message: 'Report saved successfully',
    data: { report: { _id: newId(commandId), name: body.name } },
  }),
});

export const update = savedReportCommand({
  endpoint: updateSavedReport,
  policy: everyUser,
  plan: ({ params, body: { content, ...changes }, caller }) => ({
    stream: savedReportStream(SavedReportId.parse(params.id)),
    command: {
      type: 'EditSavedReport',
      by: ownerOf(caller),
      changes: { ...changes, ...(content && { content: contentOf(content) }) },
    },
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
