import { staysReadable } from '../test/history.ts';
import { leadEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };
import version2 from './version-2.json' with { type: 'json' };

staysReadable('leads', leadEvents, [...version1, ...version2]);
