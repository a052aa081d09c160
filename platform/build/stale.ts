import { buildConsole } from './console.ts';

/** The first step of `npm start`: builds the console if its sources changed since the last build. */
process.exitCode = buildConsole();
