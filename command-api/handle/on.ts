import { batches } from '@crm/events/batches/noun.ts';
import { leads } from '@crm/events/leads/noun.ts';
import { offers } from '@crm/events/offers/noun.ts';
import { postbacks } from '@crm/events/postbacks/noun.ts';
import { tenants } from '@crm/events/tenants/noun.ts';
import { users } from '@crm/events/users/noun.ts';
import { viewers, views } from '@crm/events/views/noun.ts';
import { commandOn } from './command.ts';

/** How each noun's commands are declared. */
export const leadCommand = commandOn(leads);
export const offerCommand = commandOn(offers);
export const postbackCommand = commandOn(postbacks);
export const userCommand = commandOn(users);
export const tenantCommand = commandOn(tenants);
export const viewCommand = commandOn(views);
export const viewerCommand = commandOn(viewers);
export const batchCommand = commandOn(batches);
