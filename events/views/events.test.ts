import { staysReadable } from '../test/history.ts';
import { viewEvents, viewerEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };
import version2 from './version-2.json' with { type: 'json' };

staysReadable('views', { ...viewEvents, ...viewerEvents }, [...version1, ...version2]);
