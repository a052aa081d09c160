import { bulkOn } from './bulk.ts';
import { commandOn } from './command.ts';
import { leads, offers, tenants, users } from './nouns.ts';

/** How each noun's commands are declared. */
export const leadCommand = commandOn(leads);
export const leadBulk = bulkOn(leads);
export const offerCommand = commandOn(offers);
export const userCommand = commandOn(users);
export const tenantCommand = commandOn(tenants);
