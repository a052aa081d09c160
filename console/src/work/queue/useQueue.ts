import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../api/errors.ts';
import { useSending } from '../../api/useSending.ts';
import { toast } from '../../ui/toast.tsx';
import { workQueue } from '../queries.ts';
import { leadsAhead, leadToTake } from './ahead.ts';
import { useSteps } from './steps.ts';
import { useAutomaticTake } from './useAutomaticTake.ts';
import { useBreakSwitch } from './useBreakSwitch.ts';
import { useFinish } from './useFinish.ts';
import { useQueueCommands } from './useQueueCommands.ts';
import { useReadAhead } from './useReadAhead.ts';
import { useRenewal } from './useRenewal.ts';

/** The queue's lead on screen, and what the operator can do with it. */
export function useQueue() {
  const query = useQuery(workQueue());
  const steps = useSteps();
  const isUnsent = useSending(isRetried);
  const commands = useQueueCommands();

  const queue = query.data?.data;
  const [shown = null, ahead = null] = query.data ? leadsAhead(query.data, steps) : [];
  const free = queue ? leadToTake(queue, shown) : undefined;
  // A queue that is behind may not have the lead that the last step took: a second one would replace it on screen.
  const isSettled = steps.running === 0 && !query.data?.stale;

  useAutomaticTake(commands, isSettled ? free : undefined);
  useRenewal({
    leadId: queue?.current?.lead._id,
    isRead: query.isFetchedAfterMount,
    renew(id) {
      if (commands.newest().hidden.some((lead) => lead.id === id)) return;
      void commands.enqueue(
        () => commands.takeFirst([id]),
        (error) => toast.error(errorText(error)),
      );
    },
  });
  useReadAhead(ahead?.lead._id);
  const { record, skip } = useFinish(commands, { shown, ahead });
  const { isChangingBreak, setBreak } = useBreakSwitch(commands);

  return {
    query,
    queue,
    shown: queue?.isOnBreak ? null : shown,
    /** The first lead is being taken. */
    isTaking: steps.running > 0 || free !== undefined,
    /** How many finished leads wait for a server that does not answer. */
    unsent: isUnsent ? steps.finished.filter(({ kind }) => kind === 'sending').length : 0,
    record,
    skip,
    isChangingBreak,
    setBreak,
  };
}

/** An outcome or skip that has failed, and is sent again. */
const isRetried = ({ state }: { state: { failureCount: number } }) => state.failureCount > 0;
