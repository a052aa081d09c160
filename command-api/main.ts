import { runProcess } from '@crm/platform/start/run-process.ts';
import { startCommands } from './start.ts';

/** `npm run start:commands`; runs until Ctrl-C or SIGTERM. */
await runProcess('part', startCommands);
