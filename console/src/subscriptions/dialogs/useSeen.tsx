import type { Subscription } from '@crm/contracts/subscriptions/subscriptions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf } from '../../api/errors.ts';
import { readNow } from '../../api/read.ts';
import { formatDate } from '../../format/date.ts';
import { Alert } from '../../ui/Alert.tsx';
import { subscribers } from '../queries.ts';
import { subscriptionTexts } from '../texts.ts';

/**
 * The subscription as the user of a dialog saw it: a change is sent with its revision. When somebody else has changed it
 * meanwhile, the change is refused, the dialog shows the present subscription, and the next attempt changes that one.
 */
export function useSeen(opened: Subscription) {
  const queryClient = useQueryClient();
  const [seen, setSeen] = useState(opened);

  async function send(command: () => Promise<unknown>): Promise<void> {
    try {
      await command();
    } catch (error) {
      if (codeOf(error) === 'changed-meanwhile') await readSeen();
      throw error;
    }
  }

  async function readSeen() {
    const { data } = await readNow(queryClient, subscribers);
    setSeen(data.subscriptions.find(({ _id }) => _id === opened._id) ?? seen);
  }

  const { status, endDate } = seen;
  const text = subscriptionTexts.isNow(subscriptionTexts.statuses[status], formatDate(endDate));
  return { seen, send, now: seen !== opened && <Alert tone="info" text={text} /> };
}
