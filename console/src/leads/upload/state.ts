import { DateOrder } from '@crm/events/leads/upload.ts';
import { idOr, oneOf, type StateOf, text } from '../../url/fields.ts';

/** The page's state in the URL: all but an unsent file, so that a reload loses nothing else. */
export const uploadState = {
  /** The shown check or upload. */
  batch: idOr(''),
  offer: idOr(''),
  /** The source of the leads' price: the file or the offer. */
  price: oneOf(['file', 'offer'], 'file'),
  /** The order of day and month as chosen; empty to take it from the file. */
  dates: oneOf(['', ...DateOrder.options], ''),
  /** The number of leads per operator: 'id:5,id:0,id'. Without a number, an even share. */
  users: text(50_000),
  /** The terms of the shown check: another offer or price needs another check. */
  checked: text(100),
};
export type UploadState = StateOf<typeof uploadState>;

/** The number of leads for an operator; null for an even share of the leads that remain. */
export type Share = { userId: string; value: number | null };

const SHARE = /^([0-9a-f-]{36})(?::(\d{1,7}))?$/;

/** The selected operators with their counts, in order of selection. */
export function sharesIn(users: string): Share[] {
  return users.split(',').flatMap((text) => {
    const [, userId, value] = SHARE.exec(text) ?? [];
    return userId === undefined ? [] : [{ userId, value: value === undefined ? null : Number(value) }];
  });
}

export const sharesText = (shares: readonly Share[]): string =>
  shares.map(({ userId, value }) => (value === null ? userId : `${userId}:${value}`)).join(',');

/** The sum of the typed numbers. */
export const typedTotal = (shares: readonly Share[]): number =>
  shares.reduce((sum, { value }) => sum + (value ?? 0), 0);

/**
 * The number of leads that each operator will get: the typed ones, and an even share of the rest for the others; of
 * these, the first ones get one more for the remainder.
 */
export function countsOf(shares: readonly Share[], leads: number): Map<string, number> {
  const sharing = shares.filter(({ value }) => value === null);
  const rest = Math.max(0, leads - typedTotal(shares));
  const each = Math.floor(rest / sharing.length);
  const more = rest % sharing.length;
  const counts = new Map(shares.map(({ userId, value }) => [userId, value ?? 0]));
  for (const [at, { userId }] of sharing.entries()) counts.set(userId, each + (at < more ? 1 : 0));
  return counts;
}

/** The inputs of a check, apart from the file and its columns. */
export const terms = ({ offer, price, dates }: Pick<UploadState, 'offer' | 'price' | 'dates'>): string =>
  [offer, price, ...(dates === '' ? [] : [dates])].join(' ');
