import { z } from 'zod';

const idOrNone = z.union([z.guid(), z.literal('')]).default('');

/** The page's state in the URL: all but an unsent file, so that a reload loses nothing else. */
export const uploadState = z.object({
  /** The shown check or upload. */
  batch: idOrNone,
  offer: idOrNone,
  /** The source of the leads' price: the file or the offer. */
  price: z.enum(['file', 'offer']).default('file'),
  /** The number of leads per operator: 'id:5,id:0'. */
  users: z.string().max(50_000).default(''),
  /** The terms of the shown check: another offer or price needs another check. */
  checked: z.string().max(100).default(''),
});
export type UploadState = z.infer<typeof uploadState>;

export type Share = { userId: string; value: number };

const SHARE = /^([0-9a-f-]{36}):(\d{1,7})$/;

/** The selected operators with their counts, in order of selection. */
export function sharesIn(users: string): Share[] {
  return users.split(',').flatMap((text) => {
    const [, userId, value] = SHARE.exec(text) ?? [];
    return userId === undefined ? [] : [{ userId, value: Number(value) }];
  });
}

export const sharesText = (shares: readonly Share[]): string =>
  shares.map(({ userId, value }) => `${userId}:${value}`).join(',');

/** Distributes leads evenly over the operators; the first ones get one more for the remainder. */
export function evenly(shares: readonly Share[], leads: number): Share[] {
  const each = Math.floor(leads / shares.length);
  const more = leads % shares.length;
  return shares.map(({ userId }, at) => ({ userId, value: each + (at < more ? 1 : 0) }));
}

export const totalOf = (shares: readonly Share[]): number =>
  shares.reduce((sum, { value }) => sum + value, 0);

/** The inputs of a check, apart from the file and its columns. */
export const terms = ({ offer, price }: Pick<UploadState, 'offer' | 'price'>): string => `${offer} ${price}`;
