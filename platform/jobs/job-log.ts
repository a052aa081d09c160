import { Logger } from 'graphile-worker';
import { z } from 'zod';
import type { Log } from '../log/log.ts';
import { causeIn } from './cause.ts';

/**
 * Writes the library's messages to our log, without payloads: failed jobs as warnings, all others as debug messages.
 */
export const loggerOn = (log: Log) =>
  new Logger((scope) => (level, message, meta) => {
    const correlationId = causeIn(
      z.looseObject({ payload: z.unknown() }).safeParse(meta?.['job']).data?.payload,
    )?.correlationId;
    const fields = { job: scope.taskIdentifier, correlationId, err: meta?.['error'] };
    if (level === 'error' || level === 'warning') log.warn(fields, message);
    else log.debug(fields, message);
  });
