import { addressFields } from './fields/address.ts';
import { customerFields } from './fields/customer.ts';
import { handlingFields } from './fields/handling.ts';
import { productFields } from './fields/product.ts';
import { sourceFields } from './fields/source.ts';

/**
 * The catalogue: every field of a lead once, by its group in the event. From it derive the details of events
 * (details.ts), the bodies and answers of calls (contracts/leads), the console's form and lead page, upload columns with
 * their guide, export columns, postback placeholders, the read model's columns, the search text and the differences
 * that an edit shows (describe.ts). All properties of a field are in fields/field.ts.
 *
 * The order is that of columns, forms, exports and placeholders. To add a field, add it at the end of its group and raise
 * the version of the projection (projections/leads/table.ts).
 *
 * With logic of their own, by kind (fields/kinds.ts): `offer`, `total`, `orderSource`, `extra`. Uploads read `fullName` and
 * the product from several columns (workers/leads/upload/rows/lead.ts).
 *
 * Not in the catalogue, since they have commands and events of their own: order id, status with its reason and pending
 * change, operator, comments, times. They are written out in contracts/leads/lead.ts, contracts/leads/upload-columns.ts,
 * projections/leads/row.ts, workers/leads/export/columns.ts and events/postbacks/placeholders.ts.
 */
export const leadFields = {
  customer: customerFields,
  address: addressFields,
  product: productFields,
  source: sourceFields,
  handling: handlingFields,
};
