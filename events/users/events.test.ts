import { staysReadable } from '../test/history.ts';
import { userEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };

staysReadable('users', userEvents, version1);
