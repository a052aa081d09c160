import { retryDeadLetters as retryCall } from '@crm/contracts/dashboards/platform.ts';
import { deadLetterRetries } from '@crm/events/audit/retries.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import { retryStream } from '@crm/events/streams.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { countDeadLetters, requestRetry } from '@crm/platform/runner/dead-letters/list.ts';
import { commandOn } from '../handle/command.ts';

/** Asks the leaders of the consumers to apply failed events again. Refuses with 'no-dead-letters'. */
export const retryDeadLetters = commandOn(deadLetterRetries)({
  endpoint: retryCall,
  policy: superAdmins,
  plan: ({ body: { consumer }, commandId }, { commandPool }) => ({
    stream: retryStream(derivedId(commandId.id, 'retry')),
    tenant: PLATFORM_TENANT,
    command: { type: 'RetryDeadLetters', consumer },
    allowed: async () => {
      const counts = await countDeadLetters(commandPool);
      const isAny = counts.some(({ name }) => consumer === null || name === consumer);
      return isAny ? null : refused('no-dead-letters');
    },
  }),
  after: async ({ body: { consumer } }, _position, { commandPool }) => {
    await requestRetry(commandPool, consumer);
    return undefined;
  },
  answer: () => ({ message: 'The failed events are applied again now', data: {} }),
});
