import { staysReadable } from '../test/history.ts';
import { tenantEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };

staysReadable('tenants', tenantEvents, version1);
