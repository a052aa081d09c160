import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openLog } from '../log/log.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { holderOf } from '../postgres/folder-lock.ts';
import { stopLeftBehind } from '../postgres/server.ts';
import { newDataFolder } from './data-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the superuser on the test cluster's database `postgres`. */
    clusterUrl: string;
    /** URL of the role `crm` on the template database. */
    templateUrl: string;
    /** The folder for the files of products on this cluster; it is removed with it, also after a killed run. */
    productsFolder: string;
  }
}

const prefix = 'crm-test-cluster-';
/** In memory if possible: tests need no durability. */
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Vitest's global setup: one cluster for the whole run, with a migrated template for `testDatabase()`. */
export default async function startCluster(project: TestProject) {
  await sweep();
  const dataDir = await newDataFolder(prefix, parent);
  const postgres = await startEmbedded({ dataDir, log: openLog('silent'), durable: false });
  const server = new Client(postgres.superuserUrl('postgres'));
  await server.connect();
  await server.query('alter database crm rename to template');
  await server.end();
  project.provide('clusterUrl', postgres.superuserUrl('postgres'));
  project.provide('templateUrl', onDatabase(postgres.url, 'template'));
  project.provide('productsFolder', path.join(dataDir, 'products'));
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/**
 * Deletes the clusters of killed runs. A new one without a holder may be starting, so it is kept for a minute. Its age is
 * by ctime: the copy of the template has set mtime back to the template's.
 */
async function sweep() {
  for (const name of readdirSync(parent)) {
    const dataDir = path.join(parent, name);
    if (!name.startsWith(prefix)) continue;
    const found = statSync(dataDir, { throwIfNoEntry: false }); // another run may have deleted its own meanwhile
    if (!found || Date.now() - found.ctimeMs < 60_000 || holderOf(dataDir)) continue;
    await stopLeftBehind(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function onDatabase(url: string, database: string) {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
