import { codeOf } from '../api/errors.ts';
import { changed } from '../form/changed.ts';

type Edit<Values, Answer> = {
  /** The revision of the entity, and the values of the form's fields, that the user saw. */
  seen: { revision: number; values: Values };
  /** Both as they are now; null when the entity is not found any more. */
  readNow: () => Promise<{ revision: number; values: Values } | null>;
  send: (revision: number) => Promise<Answer>;
};

/**
 * Sends an edit with the revision that its user saw, so that the server refuses it when somebody else was faster. A change of
 * something else than the form's fields is no conflict, for example a comment on a lead or a mailed link for a password: the edit
 * is then sent again.
 */
export async function sendAtRevision<Values extends object, Answer>({
  seen,
  readNow,
  send,
}: Edit<Values, Answer>): Promise<Answer> {
  try {
    return await send(seen.revision);
  } catch (error) {
    if (codeOf(error) !== 'changed-meanwhile') throw error;
    const now = await readNow();
    if (now === null || Object.keys(changed(seen.values, now.values)).length > 0) throw error;
    return send(now.revision);
  }
}
