import { staysReadable } from '../language/history.ts';
import { offerEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };

staysReadable('offers', offerEvents, version1);
