import { runProcess } from '@crm/platform/start/run-process.ts';
import { startWorkerProcess } from './start.ts';

/** `npm run start:workers`; runs until Ctrl-C or SIGTERM. */
await runProcess('part', startWorkerProcess);
