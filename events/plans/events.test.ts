import { staysReadable } from '../test/history.ts';
import { planEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };

staysReadable('plans', planEvents, version1);
