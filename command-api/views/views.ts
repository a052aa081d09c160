import { refusalOfViews } from '@crm/contracts/views/readers.ts';
import { chooseView, deleteView, saveView, updateView } from '@crm/contracts/views/views.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { ViewId } from '@crm/events/ids.ts';
import { viewerStream, viewStream } from '@crm/events/streams.ts';
import type { ViewReader } from '@crm/events/views/decide.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { viewCommand, viewerCommand } from '../handle/aggregate-commands.ts';

const readerOf = ({ id, role }: SignedInCaller): ViewReader => ({ id, isAdmin: role === 'admin' });
const newViewId = (commandId: { id: string }) => ViewId.parse(derivedId(commandId.id, 'view'));

export const save = viewCommand({
  endpoint: saveView,
  policy: everyUser,
  creates: true,
  plan({ body: { list, name, isShared, ...content }, commandId, caller }) {
    const refusal = refusalOfViews(list, caller.role);
    if (refusal !== null) return refused(refusal);
    return {
      stream: viewStream(newViewId(commandId)),
      isStreamOfCommand: true,
      command: { type: 'SaveView', by: readerOf(caller), list, name, isShared, content },
    };
  },
  answer: ({ input: { body, commandId } }) => ({
    message: 'View saved successfully',
    data: { view: { _id: newViewId(commandId), name: body.name } },
  }),
});

export const update = viewCommand({
  endpoint: updateView,
  policy: everyUser,
  plan: ({ params, body: { seen, ...changes }, caller }) => ({
    stream: viewStream(ViewId.parse(params.id)),
    command: { type: 'EditView', by: readerOf(caller), changes, seen },
  }),
  answer: () => ({ message: 'View updated successfully', data: {} }),
});

export const remove = viewCommand({
  endpoint: deleteView,
  policy: everyUser,
  plan: ({ params, caller }) => ({
    stream: viewStream(ViewId.parse(params.id)),
    command: { type: 'DeleteView', by: readerOf(caller) },
  }),
  answer: () => ({ message: 'View deleted successfully', data: {} }),
});

export const choose = viewerCommand({
  endpoint: chooseView,
  policy: everyUser,
  plan({ body, caller }) {
    const refusal = refusalOfViews(body.list, caller.role);
    if (refusal !== null) return refused(refusal);
    return {
      stream: viewerStream(caller.id),
      command: { type: 'ChooseView', list: body.list, view: body.viewId },
    };
  },
  answer: () => ({ message: 'View chosen', data: {} }),
});
