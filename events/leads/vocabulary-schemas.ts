import { oneOf } from '../language/field-errors.ts';
import { commentTypes, leadStatuses, orderSources, paymentModes, quickStatuses } from './vocabulary.ts';

export const LeadStatus = oneOf(leadStatuses);
export const QuickStatus = oneOf(quickStatuses);
export const PaymentMode = oneOf(paymentModes);
export const OrderSource = oneOf(orderSources);
export const CommentType = oneOf(commentTypes);
