import type { Reacted } from './react.ts';

/** Sends a hint to the admins of a tenant: the logs of these postbacks changed. */
export type PublishToAdmins = (
  tenant: string,
  topic: 'postbacks' | 'postback-logs',
  ids: readonly string[],
) => void;

/** Short enough to look live; long enough that a thousand deliveries per second cause only a few messages. */
const PUBLISH_EVERY_MS = 400;

/** Collects changed postbacks and sends each tenant's admins one hint per PUBLISH_EVERY_MS. */
export function gatherHints(publishToAdmins: PublishToAdmins): (changed: Reacted) => void {
  const changedOf = new Map<string, Set<string>>();
  let soon = false;

  function publish() {
    soon = false;
    for (const [tenant, postbacks] of changedOf) {
      publishToAdmins(tenant, 'postback-logs', [...postbacks]);
      publishToAdmins(tenant, 'postbacks', [...postbacks]);
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
    setTimeout(publish, PUBLISH_EVERY_MS).unref(); // a pending hint does not keep the process alive
  };
}
