import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { environmentWith } from '../config/config.ts';
import { compressFolder } from './compress.ts';
import { fingerprint } from './fingerprint.ts';
import { root } from './steps.ts';

const sources = [
  'console/index.html',
  'console/package.json',
  'console/public',
  'console/src',
  'console/vite.config.ts',
  'contracts',
  'events',
  'package-lock.json',
  'platform/build/compress.ts',
  'platform/build/console.ts',
];
const served = path.join(root, 'console/dist');
const next = path.join(root, '.cache/console-next');
const before = path.join(root, '.cache/console-before');
const FINGERPRINT = '.fingerprint';

/**
 * Builds the console if its sources changed since the last build. Processes that run keep serving the last build until the new one
 * is whole.
 * @returns the exit code of the build, 0 if it succeeded
 */
export function buildConsole(): number {
  const now = fingerprint(root, sources);
  const built = path.join(served, FINGERPRINT);
  if (existsSync(built) && readFileSync(built, 'utf8') === now) return 0;
  console.info('Building the console');
  const vite = path.join(root, 'node_modules/.bin/vite');
  const { status, error } = spawnSync(
    vite,
    ['build', '--logLevel', 'warn', '--outDir', next, '--emptyOutDir'],
    {
      cwd: path.join(root, 'console'),
      // Vitest sets another one, with which React builds for development.
      env: environmentWith({ NODE_ENV: 'production' }),
      stdio: 'inherit',
    },
  );
  if (error) throw error;
  if (status === 0) {
    compressFolder(next);
    writeFileSync(path.join(next, FINGERPRINT), now);
    rmSync(before, { recursive: true, force: true }); // left by a build that was killed here
    if (existsSync(served)) renameSync(served, before);
    renameSync(next, served);
    rmSync(before, { recursive: true, force: true });
  }
  return status ?? 1;
}
