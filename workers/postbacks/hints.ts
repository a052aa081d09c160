import type { Reacted } from './react.ts';

/** Says to those who watch a tenant's screens that the logs of these postbacks have more to show. */
export type TellAdmins = (
  tenant: string,
  topic: 'postbacks' | 'postback-logs',
  ids: readonly string[],
) => void;

/** Often enough to look live, and seldom enough that a thousand deliveries a second are a few messages. */
const TELL_EVERY_MS = 400;

/** Gathers what changed and tells each tenant's admins of it, at most so often. */
export function gatherHints(tell: TellAdmins): (changed: Reacted) => void {
  const changedOf = new Map<string, Set<string>>();
  let soon = false;

  function say() {
    soon = false;
    for (const [tenant, postbacks] of changedOf) {
      tell(tenant, 'postback-logs', [...postbacks]);
      tell(tenant, 'postbacks', [...postbacks]);
    }
    changedOf.clear();
  }

  return (changed) => {
    for (const { tenant, postback } of changed) {
      const postbacks = changedOf.get(tenant) ?? new Set();
      changedOf.set(tenant, postbacks.add(postback));
    }
    if (soon) return;
    soon = true;
    setTimeout(say, TELL_EVERY_MS).unref(); // nobody waits for a last word when the process ends
  };
}
