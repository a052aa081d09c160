import { batches } from '@crm/events/batches/aggregate.js';
import { leads } from '@crm/events/leads/aggregate.js';
import { offers } from '@crm/events/offers/aggregate.js';
import { postbacks } from '@crm/events/postbacks/aggregate.js';
import { tenants } from '@crm/events/tenants/aggregate.js';
import { users } from '@crm/events/users/aggregate.js';
import { viewers, views } from '@crm/events/views/aggregate.js';
import { commandOn } from './command.ts';

/** How each aggregate's commands are declared. */
export const leadCommand = commandOn(leads);
export const offerCommand = commandOn(offers);
export const postbackCommand = commandOn(postbacks);
export const userCommand = commandOn(users);
export const tenantCommand = commandOn(tenants);
export const viewCommand = commandOn(views);
export const viewerCommand = commandOn(viewers);
export const batchCommand = commandOn(batches);
