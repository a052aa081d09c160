import { staysReadable } from '../test/history.ts';
import { subscriptionEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };

staysReadable('subscriptions', subscriptionEvents, version1);
