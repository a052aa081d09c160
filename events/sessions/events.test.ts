import { staysReadable } from '../test/history.ts';
import { sessionEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };

staysReadable('sessions', sessionEvents, version1);
