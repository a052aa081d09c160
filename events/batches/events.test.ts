import { staysReadable } from '../test/history.ts';
import { batchEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };

staysReadable('batches', batchEvents, version1);
