import { runProcess } from '@crm/platform/start/run-process.ts';
import { startSystem } from './system.ts';

/** `npm start`: commands, projections and workers in one process, until Ctrl-C. */
await runProcess('whole', startSystem);
