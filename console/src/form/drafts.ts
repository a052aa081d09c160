import { z } from 'zod';
import { ownKeys } from '../auth/ownStorage.ts';

/** Beyond this number of drafts, the oldest are dropped. */
const MOST_DRAFTS = 50;
const LIFE_MS = 3 * 24 * 60 * 60 * 1000;
/** A longer draft, as JSON characters, is not kept: all drafts together stay below 500 kB. */
const LONGEST = 10_000;

const Drafts = z.array(
  z.object({
    user: z.string(),
    name: z.string(),
    at: z.number(),
    values: z.record(z.string(), z.unknown()),
  }),
);
type Drafts = z.infer<typeof Drafts>;

/** The values that a user typed into a form and did not send; null without any. */
export function readDraft(user: string, name: string): Record<string, unknown> | null {
  return readDrafts(user).find((draft) => draft.name === name)?.values ?? null;
}

/** Keeps a form's values for three days, in this browser, as the newest draft of its name. */
export function keepDraft(user: string, name: string, values: Record<string, unknown>): void {
  if (JSON.stringify(values).length > LONGEST) return;
  const others = readDrafts(user).filter((draft) => draft.name !== name);
  write([...others, { user, name, at: Date.now(), values }].slice(-MOST_DRAFTS));
}

export function dropDraft(user: string, name: string): void {
  write(readDrafts(user).filter((draft) => draft.name !== name));
}

/**
 * The part of a draft's name for a selection: the same for the same ids in any order. Their number and a hash, because
 * 10,000 ids do not belong into a name; of the at most 50 drafts of a user, no two will have the same by chance.
 */
export function nameOfMany(ids: readonly string[]): string {
  let hash = 0;
  const text = ids.toSorted().join();
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return `${ids.length} ${hash}`;
}

/** The user's drafts that are young enough. Writing them back drops those of other users. */
function readDrafts(user: string): Drafts {
  try {
    const drafts = Drafts.parse(JSON.parse(localStorage.getItem(ownKeys.drafts) ?? '[]'));
    return drafts.filter((draft) => draft.user === user && Date.now() - draft.at < LIFE_MS);
  } catch {
    // Edited by hand or written by an older version.
    return [];
  }
}

function write(drafts: Drafts): void {
  try {
    localStorage.setItem(ownKeys.drafts, JSON.stringify(drafts));
  } catch {
    // The browser's storage is full: the text stays in the open form.
  }
}
