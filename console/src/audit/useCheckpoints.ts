import { useMutation } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { keepFile } from '../api/download.ts';
import { errorText } from '../api/errors.ts';
import { toast } from '../ui/toast.tsx';
import { callsOf } from './calls.ts';
import { auditTexts } from './texts.ts';

/** Downloads the signed checkpoints, as `npm run audit -- verify --checkpoints FILE` reads them. */
export function useCheckpoints(isOfAll: boolean) {
  return useMutation({
    mutationFn: () => call(callsOf(isOfAll).checkpoints, {}),
    onSuccess: ({ data }) => {
      keepFile({
        bytes: new Blob([JSON.stringify({ data }, null, 2)], { type: 'application/json' }),
        name: 'audit-checkpoints.json',
      });
      if (data.cut) toast.info(auditTexts.list.checkpointsCut(data.checkpoints.length));
    },
    onError: (error) => toast.error(errorText(error)),
  });
}
