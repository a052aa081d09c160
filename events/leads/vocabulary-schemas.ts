import { z } from 'zod';
import { commentTypes, leadStatuses, orderSources, paymentModes, quickStatuses } from './vocabulary.ts';

const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, { error: `Must be one of ${values.join(', ')}` });

export const LeadStatus = oneOf(leadStatuses);
export const QuickStatus = oneOf(quickStatuses);
export const PaymentMode = oneOf(paymentModes);
export const OrderSource = oneOf(orderSources);
export const CommentType = oneOf(commentTypes);
