import type * as logsContract from '@crm/contracts/postbacks/logs.ts';
import type * as postbacksContract from '@crm/contracts/postbacks/postbacks.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import type { Input } from '../api/client.ts';
import { againEvery, read } from '../api/read.ts';

export type PostbackListInput = Input<typeof postbacksContract.listPostbacks>['query'];
export type LogListInput = Input<typeof logsContract.listLogs>['query'];
export type LogFiltersInput = Input<typeof logsContract.postbackStats>['query'];

/**
 * One page of the list; deliveries change its figures. The previous page stays visible while the next loads.
 */
export const postbackList = (query: PostbackListInput) =>
  queryOptions({
    ...read(
      address<typeof postbacksContract.listPostbacks>('GET', '/postbacks'),
      { query },
      { topics: ['postbacks', 'postback-logs'], pace: 'aggregate' },
    ),
    placeholderData: keepPreviousData,
  });

export const postbackDetail = (id: string) =>
  read(
    address<typeof postbacksContract.getPostback>('GET', '/postbacks/:id'),
    { params: { id } },
    { topics: ['postbacks'], id },
  );

/** All postbacks by name, for pickers. */
export const postbackNames = read(
  address<typeof postbacksContract.pickPostbacks>('GET', '/postbacks/names'),
  {},
  { topics: ['postbacks'] },
);

/** The values of the placeholders for the latest real lead. */
export const placeholderValues = read(
  address<typeof postbacksContract.listPlaceholders>('GET', '/postbacks/placeholders'),
  {},
  { topics: ['leads'] },
);

const HEALTH_MS = 60_000;

/** Postbacks with problems. Polled and not pushed: the success rate changes slowly, not with each delivery. */
export const health = queryOptions({
  ...read(
    address<typeof postbacksContract.postbackHealth>('GET', '/postbacks/health'),
    {},
    { topics: ['postbacks'] },
  ),
  refetchInterval: againEvery(HEALTH_MS),
});

export const postbackLogs = (id: string, query: LogListInput) =>
  queryOptions({
    ...read(
      address<typeof logsContract.listLogs>('GET', '/postbacks/:id/logs'),
      { params: { id }, query },
      { topics: ['postback-logs'], id, mentions: ['leads'] },
    ),
    placeholderData: keepPreviousData,
  });

export const logStats = (id: string, query: LogFiltersInput) =>
  queryOptions({
    ...read(
      address<typeof logsContract.postbackStats>('GET', '/postbacks/:id/stats'),
      { params: { id }, query },
      { topics: ['postback-logs'], id, pace: 'aggregate' },
    ),
    placeholderData: keepPreviousData,
  });

export const logDetails = (id: string, logId: string) =>
  read(
    address<typeof logsContract.getLog>('GET', '/postbacks/:id/logs/:logId'),
    { params: { id, logId } },
    { topics: ['postback-logs'], id, mentions: ['leads'] },
  );

/** The retention of logs; one setting for the whole organisation. */
export const logRetention = read(
  address<typeof logsContract.getRetention>('GET', '/postbacks/log-retention'),
  {},
  { topics: ['tenant', 'postbacks'] },
);
