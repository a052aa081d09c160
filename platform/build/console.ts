import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
const built = path.join(root, 'console/dist/.fingerprint');

/** Builds the console if its sources changed since the last build. @returns the exit code of the build, 0 if it succeeded */
export function buildConsole(): number {
  const now = fingerprint(root, sources);
  if (existsSync(built) && readFileSync(built, 'utf8') === now) return 0;
  console.info('Building the console');
  const vite = path.join(root, 'node_modules/.bin/vite');
  const { status, error } = spawnSync(vite, ['build', '--logLevel', 'warn'], {
    cwd: path.join(root, 'console'),
    // Vitest sets another one, with which React builds for development.
    env: environmentWith({ NODE_ENV: 'production' }),
    stdio: 'inherit',
  });
  if (error) throw error;
  if (status === 0) {
    compressFolder(path.dirname(built));
    writeFileSync(built, now);
  }
  return status ?? 1;
}
