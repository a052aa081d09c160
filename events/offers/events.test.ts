import { staysReadable } from '../test/history.ts';
import { offerEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };

staysReadable('offers', offerEvents, version1);
