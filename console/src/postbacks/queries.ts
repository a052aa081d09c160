import { getLog, getRetention, listLogs, postbackStats } from '@crm/contracts/postbacks/logs.ts';
import {
  getPostback,
  listPlaceholders,
  listPostbacks,
  pickPostbacks,
  postbackHealth,
} from '@crm/contracts/postbacks/postbacks.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input } from '../api/client.ts';
import { read } from '../api/read.ts';

export type PostbackListInput = Input<typeof listPostbacks>['query'];
export type LogListInput = Input<typeof listLogs>['query'];
export type LogFiltersInput = Input<typeof postbackStats>['query'];

/**
 * One page of the list; deliveries change its figures. The previous page stays visible while the next loads.
 */
export const postbackList = (query: PostbackListInput) =>
  queryOptions({
    ...read(listPostbacks, { query }, { topics: ['postbacks', 'postback-logs'], pace: 'aggregate' }),
    placeholderData: keepPreviousData,
  });

export const postbackDetail = (id: string) =>
  read(getPostback, { params: { id } }, { topics: ['postbacks'], id });

/** All postbacks by name, for pickers. */
export const postbackNames = read(pickPostbacks, {}, { topics: ['postbacks'] });

/** The values of the placeholders for the latest real lead. */
export const placeholderValues = read(listPlaceholders, {}, { topics: ['leads'] });

const HEALTH_MS = 60_000;

/** Postbacks with problems. Polled and not pushed: the success rate changes slowly, not with each delivery. */
export const health = queryOptions({
  ...read(postbackHealth, {}, { topics: ['postbacks'] }),
  refetchInterval: HEALTH_MS,
});

export const postbackLogs = (id: string, query: LogListInput) =>
  queryOptions({
    ...read(listLogs, { params: { id }, query }, { topics: ['postback-logs'], id }),
    placeholderData: keepPreviousData,
  });

export const logStats = (id: string, query: LogFiltersInput) =>
  queryOptions({
    ...read(postbackStats, { params: { id }, query }, { topics: ['postback-logs'], id, pace: 'aggregate' }),
    placeholderData: keepPreviousData,
  });

export const logDetails = (id: string, logId: string) =>
  read(getLog, { params: { id, logId } }, { topics: ['postback-logs'], id });

/** The retention of logs; one setting for the whole organisation. */
export const logRetention = read(getRetention, {}, { topics: ['tenant', 'postbacks'] });
