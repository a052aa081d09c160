import { batches } from '@crm/events/batches/aggregate.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import { offers } from '@crm/events/offers/aggregate.ts';
import { payments } from '@crm/events/payments/aggregate.ts';
import { plans } from '@crm/events/plans/aggregate.ts';
import { postbacks } from '@crm/events/postbacks/aggregate.ts';
import { savedReports } from '@crm/events/saved-reports/aggregate.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { users } from '@crm/events/users/aggregate.ts';
import { viewers, views } from '@crm/events/views/aggregate.ts';
import { workers } from '@crm/events/work/aggregate.ts';
import { commandOn } from './command.ts';

/** Declares commands per aggregate. */
export const leadCommand = commandOn(leads);
export const offerCommand = commandOn(offers);
export const paymentCommand = commandOn(payments);
export const planCommand = commandOn(plans);
export const postbackCommand = commandOn(postbacks);
export const subscriptionCommand = commandOn(subscriptions);
export const userCommand = commandOn(users);
export const tenantCommand = commandOn(tenants);
export const savedReportCommand = commandOn(savedReports);
export const viewCommand = commandOn(views);
export const viewerCommand = commandOn(viewers);
export const workerCommand = commandOn(workers);
export const batchCommand = commandOn(batches);
