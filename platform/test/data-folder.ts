import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fingerprint } from '../build/fingerprint.ts';
import { openLog } from '../log/log.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { migrate } from '../postgres/migrate.ts';
import { migrationFolders } from '../postgres/migration-folders.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const templates = path.join(ROOT, '.cache/data-folders');
/** What a new cluster depends on: the form of the cluster, and the migrations. */
const sources = ['package-lock.json', 'platform/jobs', 'platform/postgres'].concat(
  migrationFolders.map((folder) => path.relative(ROOT, folder)),
);

let template: Promise<string> | null = null;
/** Returns the template of these sources; a run makes it once, and later runs use it until a source changes. */
export const dataFolderTemplate = (): Promise<string> => (template ??= readTemplate());

/**
 * Makes a data folder with an empty, migrated Postgres, as a first start of the product leaves it. It is copied from a
 * template, with a tenth of the processor time of initdb and all migrations (0.5 instead of 4.7 s on a slow machine); a test
 * run needs some 25. All copies have the same passwords.
 *
 * @param parent the folder in which it gets a new name that starts with `prefix`
 */
export async function newDataFolder(prefix: string, parent = tmpdir()): Promise<string> {
  const template = await dataFolderTemplate();
  const dataDir = mkdtempSync(path.join(parent, prefix));
  // With owners and modes: Postgres, which root runs under another account, demands them.
  execFileSync('cp', ['-a', `${template}/.`, dataDir]);
  return dataDir;
}

/** Of two processes that make the template at once, one wins. */
async function readTemplate(): Promise<string> {
  const folder = path.join(templates, fingerprint(ROOT, sources));
  if (existsSync(folder)) return folder;
  const making = await makeTemplate();
  mkdirSync(templates, { recursive: true });
  for (const outdated of readdirSync(templates).filter((name) => name !== path.basename(folder)))
    rmSync(path.join(templates, outdated), { recursive: true, force: true });
  try {
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

async function makeTemplate(): Promise<string> {
  mkdirSync(path.dirname(templates), { recursive: true });
  const dataDir = mkdtempSync(`${templates}-making-`);
  const postgres = await startEmbedded({ dataDir, log: openLog('silent'), durable: false });
  try {
    await migrate(postgres.url);
  } finally {
    await postgres.stop();
  }
  return dataDir;
}
