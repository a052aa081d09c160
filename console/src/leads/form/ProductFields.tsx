import type { Lead } from '@crm/contracts/leads/lead.ts';
import { currencies } from '@crm/events/language/money.ts';
import { paymentModes } from '@crm/events/leads/vocabulary.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatMoney } from '../../format/money.ts';
import { Panel } from '../../ui/Panel.tsx';
import { paymentModeLabels } from '../labels.ts';
import { SelectField, TextField } from './fields.tsx';
import { OfferPicker } from './OfferPicker.tsx';
import { type LeadValues, takesAdvance, totalOf } from './values.ts';

const currencyOptions = currencies.map((value) => ({ value, label: value }));
const paymentOptions = paymentModes.map((value) => ({ value, label: paymentModeLabels[value] }));

export function ProductFields({ lead }: { lead: Lead | null }) {
  const { control } = useFormContext<LeadValues>();
  const paymentMode = useWatch({ control, name: 'paymentMode' });
  return (
    <Panel title="Product">
      <div className="grid gap-3 sm:grid-cols-2">
        <OfferPicker current={lead?.offer ?? null} />
        <TextField name="productName" label="Product Name" required />
        <TextField name="productToBeShipped" label="Products to be Shipped" className="sm:col-span-2" />
        <TextField name="quantity" label="Quantity" required inputMode="numeric" />
        <div className="grid grid-cols-[1fr_6rem] gap-2">
          <TextField name="price" label="Unit Price" required inputMode="decimal" />
          <SelectField name="currency" label="Currency" options={currencyOptions} />
        </div>
        <SelectField name="paymentMode" label="Payment Mode" options={paymentOptions} />
        {takesAdvance(paymentMode) && (
          <TextField name="advanceAmount" label="Advance Amount" inputMode="decimal" />
        )}
        <Total lead={lead} />
      </div>
    </Panel>
  );
}

/** Price times quantity. The total that a partner sent stays until one of the two changes. */
function Total({ lead }: { lead: Lead | null }) {
  const { control } = useFormContext<LeadValues>();
  const [price, quantity, currency] = useWatch({ control, name: ['price', 'quantity', 'currency'] });
  const untouched = lead !== null && price === String(lead.price) && quantity === String(lead.quantity);
  const total = untouched ? lead.total : totalOf({ price, quantity });
  return (
    <div className="flex items-baseline justify-between gap-4 border-t pt-3 sm:col-span-2">
      <span className="font-medium">Total</span>
      <output aria-label="Total" className="text-lg font-semibold">
        {total === null ? '—' : formatMoney(total, currency)}
      </output>
    </div>
  );
}
