import type { Route } from '@crm/platform/http/route.ts';
import type { Partners } from '@crm/platform/net/partners.ts';
import { createProgress } from '@crm/platform/runner/progress.ts';
import type { Foundation } from '@crm/platform/start/foundation.ts';
import { commandRoutes } from './app.ts';
import { newSetupLink, withdrawSetupLink } from './auth/setup-link.ts';
import { warnOfDemoPasswords } from './demo/known-passwords.ts';
import { seedDemo } from './demo/seed.ts';
import type { Deps } from './handle/deps.ts';
import { openLookups } from './handle/lookups.ts';

/** Maximum time that a start waits for the demo accounts in the read model; after it, the process is ready anyway. */
const DEMO_SHOWN_MS = 10_000;
/** Read models that commands use: every session is checked against `users`. */
export const COMMANDS_READ = ['users'] as const;

export type Commands = {
  routes: Route[];
  deps: Deps;
  /** Creates the demo data, or the link that sets up the super admin. Call it when COMMANDS_READ are live. */
  prepare: () => Promise<{ setupLink: string | null }>;
};

/** Opens all routes that change state. */
export function openCommands(foundation: Foundation, partners: Partners): Commands {
  const { config, log, pools, store, broadcast, access } = foundation;
  const deps = {
    store,
    lookups: openLookups(store, broadcast),
    access,
    pool: pools.auth,
    commandPool: pools.commands,
  };
  const leadsPerSecond = config.ingestLimit.kind === 'none' ? 0 : config.ingestLimit.leads;
  return {
    routes: commandRoutes(deps, { leadsPerSecond, partners }),
    deps,
    async prepare() {
      if (config.demo.kind === 'on') {
        await seedDemo(deps, config.demo.leads);
        await withdrawSetupLink(pools.auth);
        // So that the printed accounts can sign in at once, also if another process builds the read model.
        await createProgress(pools.auth).waitFor(COMMANDS_READ, await store.head(), {
          timeoutMs: DEMO_SHOWN_MS,
        });
      }
      if (config.database.kind === 'external') await warnOfDemoPasswords(deps, log);
      return {
        setupLink: config.demo.kind === 'on' ? null : await newSetupLink(pools.auth, config.publicUrl),
      };
    },
  };
}
