import { userDirectory } from '@crm/platform/access/user-directory.ts';
import type { Position } from '@crm/platform/event-store/port.ts';
import type { Deps } from '../handle/deps.ts';

/** The directory lags by milliseconds; after this time, the command is answered anyway. */
const SHOWN_MS = 2_000;

/** Waits until the events up to a position have effect on sign-in, so that an acknowledged account can sign in at once. */
export async function waitForDirectory(
  { progress }: Pick<Deps, 'progress'>,
  upTo: Position | null,
): Promise<void> {
  if (upTo !== null) await progress.waitFor([userDirectory.name], upTo, { timeoutMs: SHOWN_MS });
}
