import { runProcess } from '@crm/platform/start/run-process.ts';
import { startQueries } from './start.ts';

/** `npm run start:projections`; runs until Ctrl-C or SIGTERM. */
await runProcess('part', startQueries);
