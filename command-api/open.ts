import { retryOutages } from '@crm/platform/failures/retry-outages.ts';
import type { Route } from '@crm/platform/http/route.ts';
import type { Partners } from '@crm/platform/net/partners.ts';
import { openPaymentProvider } from '@crm/platform/payments/open.ts';
import { openPlaces } from '@crm/platform/places/places.ts';
import type { Foundation } from '@crm/platform/start/foundation.ts';
import { commandRoutes } from './app.ts';
import { newSetupLink, withdrawSetupLinks } from './auth/setup-link.ts';
import { warnOfDemoPasswords } from './demo/known-passwords.ts';
import { seedDemo } from './demo/seed.ts';
import type { Deps } from './handle/deps.ts';
import { openLookups } from './handle/lookups.ts';
import { waitForDirectory } from './users/wait-for-directory.ts';

export type Commands = {
  routes: Route[];
  deps: Deps;
  /** Creates the demo data, or the link that sets up the super admin. Call it when the user directory is up to date. */
  prepare: () => Promise<{ setupLink: string | null }>;
};

/** Opens all routes that change state. */
export async function openCommands(foundation: Foundation, partners: Partners): Promise<Commands> {
  const { config, log, pools, store, broadcast, access, progress, storeConfig, stopping } = foundation;
  const { signal } = stopping;
  const lookups = openLookups(store, broadcast);
  const deps = {
    store,
    lookups,
    forgetLookup: lookups.forget,
    access,
    pool: pools.auth,
    commandPool: pools.commands,
    places: openPlaces(pools.commands),
    progress,
    stopping: signal,
  };
  const payments = await openPaymentProvider(config, pools.commands);
  const leadsPerSecond = config.ingestLimit.kind === 'none' ? 0 : config.ingestLimit.leads;
  return {
    routes: commandRoutes(deps, {
      leadsPerSecond,
      partners,
      payments,
      chatGroup: config.renewal.chatGroup,
      tenantRetentionDays: config.tenantRetentionDays,
      storeKind: storeConfig.kind,
    }),
    deps,
    // Demo data are created by commands with ids of their own, so that an interrupted attempt is continued.
    prepare: () => retryOutages('The start cannot be finished yet; trying again', prepare, { log, signal }),
  };

  async function prepare() {
    if (config.demo.kind === 'on') {
      await seedDemo(deps, config.demo.leads);
      await withdrawSetupLinks(pools.auth);
      await waitForDirectory(deps, await store.head());
    }
    // With the demo, an embedded database is for trying the product. DEMO=off leaves the accounts of an earlier demo.
    const mayBePublic = config.database.kind === 'external' || config.demo.kind === 'off';
    if (mayBePublic) await warnOfDemoPasswords(deps, log);
    return {
      setupLink: config.demo.kind === 'on' ? null : await newSetupLink(pools.auth, config.publicUrl),
    };
  }
}
