import { tenantDecider } from './decide.ts';
import { tenantEvents } from './events.ts';

export const tenants = { decider: tenantDecider, types: tenantEvents, isLookedUp: true };
