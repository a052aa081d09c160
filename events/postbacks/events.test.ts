import { staysReadable } from '../test/history.ts';
import { postbackEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };

staysReadable('postbacks', postbackEvents, version1);
