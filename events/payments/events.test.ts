import { staysReadable } from '../test/history.ts';
import { paymentEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };

staysReadable('payments', paymentEvents, version1);
