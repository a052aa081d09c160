import { leadDecider } from '@crm/events/leads/decide.ts';
import { leadEvents } from '@crm/events/leads/events.ts';
import { offerDecider } from '@crm/events/offers/decide.ts';
import { offerEvents } from '@crm/events/offers/events.ts';
import { tenantDecider } from '@crm/events/tenants/decide.ts';
import { tenantEvents } from '@crm/events/tenants/events.ts';
import { reservedNames, type User, userDecider } from '@crm/events/users/decide.ts';
import { userEvents } from '@crm/events/users/events.ts';

export const leads = { decider: leadDecider, types: leadEvents };
export const offers = { decider: offerDecider, types: offerEvents };
export const users = {
  decider: userDecider,
  types: userEvents,
  names: (user: User) => (user.phase === 'present' ? Object.values(reservedNames(user.details)) : []),
};
export const tenants = { decider: tenantDecider, types: tenantEvents };
