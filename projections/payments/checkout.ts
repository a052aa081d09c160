import type { Answered } from '@crm/contracts/endpoint.ts';
import { checkoutSettings } from '@crm/contracts/payments/checkout.ts';
import { anyone } from '@crm/platform/http/policy.ts';
import { route } from '@crm/platform/http/route.ts';
import type { QueryDeclaration } from '../query.ts';

/** Tells the console whether payments are tests, before a buyer types anything. */
export const checkout: QueryDeclaration<{ checkout: Answered<typeof checkoutSettings> }> = ({ checkout }) =>
  route(checkoutSettings, anyone, async () => ({ kind: 'done', data: checkout }));
