import { z } from 'zod';

const idOrNone = z.union([z.guid(), z.literal('')]).default('');

/** What the page's address holds: all but a file that was not sent yet, so that a reload loses nothing else. */
export const uploadState = z.object({
  /** The check or the upload that is shown. */
  batch: idOrNone,
  offer: idOrNone,
  /** Whose price the leads get: the file's own, or the offer's. */
  price: z.enum(['file', 'offer']).default('file'),
  /** Who gets how many: 'id:5,id:0'. */
  users: z.string().max(50_000).default(''),
  /** What the shown check was made with, since another offer or price needs another check. */
  checked: z.string().max(100).default(''),
});
export type UploadState = z.infer<typeof uploadState>;

export type Share = { userId: string; value: number };

const SHARE = /^([0-9a-f-]{36}):(\d{1,7})$/;

/** The operators that are ticked, with their counts, in the order in which they were ticked. */
export function sharesIn(users: string): Share[] {
  return users.split(',').flatMap((text) => {
    const [, userId, value] = SHARE.exec(text) ?? [];
    return userId === undefined ? [] : [{ userId, value: Number(value) }];
  });
}

export const sharesText = (shares: readonly Share[]): string =>
  shares.map(({ userId, value }) => `${userId}:${value}`).join(',');

/** So many leads over so many operators, as evenly as whole leads go: the first get one more. */
export function evenly(shares: readonly Share[], leads: number): Share[] {
  const each = Math.floor(leads / shares.length);
  const more = leads % shares.length;
  return shares.map(({ userId }, at) => ({ userId, value: each + (at < more ? 1 : 0) }));
}

export const totalOf = (shares: readonly Share[]): number =>
  shares.reduce((sum, { value }) => sum + value, 0);

/** What a check depends on, but for the file and its columns. */
export const terms = ({ offer, price }: Pick<UploadState, 'offer' | 'price'>): string => `${offer} ${price}`;
