import { attack } from './attack/attack.ts';
import { audit } from './audit/audit.ts';
import { inTheBrowser } from './console/console.ts';
import { cost } from './cost/cost.ts';
import { costOfReads } from './cost/reads.ts';
import { dashboards } from './dashboards.ts';
import { exporting } from './export.ts';
import { faults } from './faults.ts';
import { growth } from './growth.ts';
import { importing } from './import.ts';
import { ingest } from './ingest.ts';
import { list } from './list/list.ts';
import { live } from './live.ts';
import { mirror } from './mirror.ts';
import { overload } from './overload/overload.ts';
import { postbackLogs } from './postback-logs.ts';
import { postbacks } from './postbacks.ts';
import { postbacksFaults } from './postbacks-faults.ts';
import { rebuild } from './rebuild.ts';
import { rolling } from './rolling.ts';
import { scale } from './scale.ts';
import { store } from './store.ts';
import { work } from './work.ts';

/** `npm run bench -- NAME`: starts all that the bench needs, and prints one JSON object as its last line. */
const benches = {
  attack,
  audit,
  console: inTheBrowser,
  cost,
  dashboards,
  export: exporting,
  faults,
  growth,
  import: importing,
  ingest,
  list,
  live,
  mirror,
  overload,
  'postback-logs': postbackLogs,
  postbacks,
  'postbacks-faults': postbacksFaults,
  reads: costOfReads,
  rebuild,
  rolling,
  scale,
  store,
  work,
};

const name = process.argv[2] ?? '';
if (!Object.hasOwn(benches, name)) {
  console.error(`There is no bench '${name}'. There are: ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}
// Checked on the line above.
const bench = benches[name as keyof typeof benches];
const figures = await bench(process.argv.slice(3));
console.info(JSON.stringify({ bench: name, ...figures }));
process.exit(0);
