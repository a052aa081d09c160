import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Kind, kindNames, kinds } from '@crm/platform/cluster/kinds.ts';
import { type Changes, partsOf, programOf, programsWith } from '@crm/platform/test/program.ts';

/** The next version adds this table, its read model of leads has this version, and its console has this file. */
export const NEXT_VERSION = {
  table: 'added_by_the_next_version',
  leads: 999,
  file: '/assets/of-the-next-version.js',
};

/**
 * Installs the programs of a cluster in a folder. `upgrade` replaces the files by those of the next version, which
 * processes run from their next start: one more field of leads, a version of an event, of a read model, a migration, and
 * another console.
 */
export async function installPrograms(folder: string) {
  const installed = (kind: Kind) => path.join(folder, `${kind}.js`);
  const install = (kind: Kind, file: string, parts: string) => {
    // Parts have their hash in their names: those of processes that still run stay.
    cpSync(parts, path.join(folder, path.basename(parts)), { recursive: true });
    copyFileSync(file, installed(kind));
  };
  for (const kind of kindNames) {
    const file = await programOf(kinds[kind]);
    install(kind, file, partsOf(file));
  }
  return {
    argsOf: async (entry: string) => [
      installed(kindNames.find((kind) => kinds[kind] === entry) ?? 'workers'),
    ],
    upgrade: async () => {
      const { fileOf, parts } = await programsWith(kinds, 'next', nextVersion(folder));
      for (const kind of kindNames) install(kind, fileOf(kind), parts);
    },
  };
}

function nextVersion(folder: string): Changes {
  const migrations = path.join(folder, 'migrations');
  mkdirSync(migrations);
  writeFileSync(path.join(migrations, '999_added.sql'), `create table ${NEXT_VERSION.table} (id uuid);`);
  const consoleFolder = path.join(folder, 'console');
  mkdirSync(path.join(consoleFolder, 'assets'), { recursive: true });
  writeFileSync(path.join(consoleFolder, NEXT_VERSION.file), 'export {};');
  return {
    'events/leads/fields.ts': changed(
      'customer: customerFields,',
      `customer: { ...customerFields, nickname: { kind: 'text', label: 'Nickname', personal: true, input: 'form', max: 20, search: ['text'] } },`,
    ),
    'events/leads/events.ts': changed(
      '(v1) => ({ ...(v1 as object), statusChange: null }),',
      '(v1) => ({ ...(v1 as object), statusChange: null }), (v2) => v2,',
    ),
    'projections/leads/table.ts': changed(/version: \d+,/, `version: ${NEXT_VERSION.leads},`),
    'platform/http/serve-console.ts': changed(
      "path.join(import.meta.dirname, '../../console/dist')",
      JSON.stringify(consoleFolder),
    ),
    'platform/postgres/migration-folders.ts': changed(
      /\.map\(\(feature\) => ([^;]+)\);/,
      `.map((feature) => $1).concat(${JSON.stringify(migrations)});`,
    ),
  };
}

/** Applies a change that must find its place, so that the next version really differs. */
const changed = (from: string | RegExp, to: string) => (text: string) => {
  const result = text.replace(from, to);
  if (result === text) throw new Error(`${from} is not in the file any more`);
  return result;
};
