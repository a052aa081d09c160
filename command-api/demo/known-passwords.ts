import type { Log } from '@crm/platform/log/log.ts';
import type { Deps } from '../handle/deps.ts';
import { matchingHash } from '../users/passwords.ts';
import { organisations, superAdmin } from './organisations.ts';
import { demoUserId } from './perform.ts';
import { DEMO_PASSWORD } from './seed.ts';

/** Logs a warning about demo accounts that still have the password from the documentation. */
export async function warnOfDemoPasswords({ lookups, pool }: Deps, log: Log): Promise<void> {
  const accounts: string[] = [];
  for (const { email } of [superAdmin, ...organisations.flatMap(({ users }) => users)]) {
    const id = demoUserId(email);
    const user = await lookups.user(id);
    if (user?.isActive && (await matchingHash(pool, id, DEMO_PASSWORD))) accounts.push(user.email);
  }
  if (accounts.length === 0) return;
  log.warn(
    { accounts },
    `ANYBODY CAN SIGN IN: these demo accounts still have the demo password: ${accounts.join(', ')}. Change their passwords, or delete or deactivate them.`,
  );
}
