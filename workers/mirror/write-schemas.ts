import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SCHEMAS, schemaFiles } from './schema-files.ts';

/** `npm run event-schemas` writes docs/events again, after a change of event types. */
const files = schemaFiles();
for (const name of readdirSync(SCHEMAS))
  if (name.endsWith('.json') && !files.has(name)) rmSync(path.join(SCHEMAS, name));
for (const [name, text] of files) writeFileSync(path.join(SCHEMAS, name), text);
console.info(`${files.size} schemas in ${SCHEMAS}`);
