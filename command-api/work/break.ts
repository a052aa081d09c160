import { setBreak as setBreakCall } from '@crm/contracts/work/work.ts';
import { workerStream } from '@crm/events/streams.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { workerCommand } from '../handle/aggregate-commands.ts';

/** Starts or ends the caller's break. A job releases the caller's leads (workers/work/release.ts). */
export const setBreak = workerCommand({
  endpoint: setBreakCall,
  policy: everyUser,
  plan: ({ body, caller }) => ({
    stream: workerStream(caller.id),
    command: { type: 'SetBreak', isOnBreak: body.isOnBreak },
  }),
  answer: ({ input }) => ({ message: input.body.isOnBreak ? 'Break started' : 'Break ended', data: {} }),
});
