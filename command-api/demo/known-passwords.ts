import type { Log } from '@crm/platform/log/log.ts';
import type { Deps } from '../handle/deps.ts';
import { isHashOf, storedHash } from '../users/passwords.ts';
import { organisations, superAdmin } from './organisations.ts';
import { demoUserId } from './perform.ts';
import { DEMO_PASSWORD } from './seed.ts';

/**
 * Logs a warning about demo accounts that still have the password from the documentation. The seed gives all of them one
 * hash, which is checked once: a check takes 10 ms of every start.
 */
export async function warnOfDemoPasswords({ lookups, pool }: Deps, log: Log): Promise<void> {
  const accounts: string[] = [];
  const checked = new Map<string, boolean>();
  for (const { email } of [superAdmin, ...organisations.flatMap(({ users }) => users)]) {
    const id = demoUserId(email);
    const user = await lookups.user(id);
    const hash = user?.isActive ? await storedHash(pool, id) : null;
    if (!user || hash === null) continue;
    const isKnown = checked.get(hash) ?? (await isHashOf(DEMO_PASSWORD, hash));
    checked.set(hash, isKnown);
    if (isKnown) accounts.push(user.email);
  }
  if (accounts.length === 0) return;
  log.warn(
    { accounts },
    `ANYBODY CAN SIGN IN: these demo accounts still have the demo password: ${accounts.join(', ')}. Change their passwords, or delete or deactivate them.`,
  );
}
