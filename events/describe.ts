import { auditDescriptions } from './audit/describe.ts';
import { batchDescriptions } from './batches/describe.ts';
import { type Description, type Descriptions, describeBy, type Names } from './language/describe.ts';
import { leadDescriptions } from './leads/describe.ts';
import { offerDescriptions } from './offers/describe.ts';
import { paymentDescriptions } from './payments/describe.ts';
import { planDescriptions } from './plans/describe.ts';
import { postbackDescriptions } from './postbacks/describe.ts';
import { reportDescriptions } from './reports/describe.ts';
import { savedReportDescriptions } from './saved-reports/describe.ts';
import { sessionDescriptions } from './sessions/describe.ts';
import { subscriptionDescriptions } from './subscriptions/describe.ts';
import { tenantDescriptions } from './tenants/describe.ts';
import { userDescriptions } from './users/describe.ts';
import type { DomainEvent } from './versions.ts';
import { viewingDescriptions } from './viewings/describe.ts';
import { viewDescriptions, viewerDescriptions } from './views/describe.ts';
import { workerDescriptions } from './work/describe.ts';

/** The descriptions of all event types in versions.ts: a type without one is a compile error. */
const descriptions: Descriptions<DomainEvent> = {
  ...auditDescriptions,
  ...batchDescriptions,
  ...leadDescriptions,
  ...offerDescriptions,
  ...paymentDescriptions,
  ...planDescriptions,
  ...postbackDescriptions,
  ...reportDescriptions,
  ...savedReportDescriptions,
  ...sessionDescriptions,
  ...subscriptionDescriptions,
  ...tenantDescriptions,
  ...userDescriptions,
  ...viewDescriptions,
  ...viewerDescriptions,
  ...viewingDescriptions,
  ...workerDescriptions,
};

/** Describes an event of any aggregate for the audit history. A description contains no secrets. */
export const describeEvent = (event: DomainEvent, names: Names = new Map()): Description =>
  describeBy(descriptions, event, names);

/**
 * The ids of the offers, users and views whose names the description of an event shows: those that describing it asks for, so
 * that no event needs a second list of them.
 */
export function idsShownBy(event: DomainEvent): string[] {
  const asked: string[] = [];
  const names: Names = {
    get(text) {
      asked.push(text);
      return undefined;
    },
  };
  describeEvent(event, names);
  return asked.filter((text) => ID.test(text)); // filters of reports have other values too
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
