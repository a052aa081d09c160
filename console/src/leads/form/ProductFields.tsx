import type { Lead } from '@crm/contracts/leads/lead.ts';
import { Fragment } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { amountText, formatMoney, moneyOf } from '../../format/money.ts';
import { Panel } from '../../ui/Panel.tsx';
import { leadFormTexts } from '../texts/form.ts';
import { CatalogueField } from './CatalogueField.tsx';
import { OfferPicker } from './OfferPicker.tsx';
import { formFields, type LeadValues, takesAdvance, totalOf } from './values.ts';

const texts = leadFormTexts.product;

/** The fields whose place in the panel is not that of the catalogue are named here; the others follow it. */
export function ProductFields({ lead }: { lead: Lead | null }) {
  const { control } = useFormContext<LeadValues>();
  const paymentMode = useWatch({ control, name: 'paymentMode' });
  return (
    <Panel title={texts.title}>
      <div className="grid gap-3 sm:grid-cols-2">
        <OfferPicker current={lead?.offer ?? null} />
        {formFields('product').map((name) => {
          switch (name) {
            case 'offer': // above
            case 'currency': // beside the price
            case 'advanceAmount': // below the payment mode
              return null;
            case 'price':
              return (
                <div key={name} className="grid grid-cols-[1fr_6rem] gap-2">
                  <CatalogueField name="price" />
                  <CatalogueField name="currency" />
                </div>
              );
            case 'paymentMode':
              return (
                <Fragment key={name}>
                  <CatalogueField name="paymentMode" />
                  {takesAdvance(paymentMode) && <CatalogueField name="advanceAmount" />}
                </Fragment>
              );
            default:
              return <CatalogueField key={name} name={name} />;
          }
        })}
        <Total lead={lead} />
      </div>
    </Panel>
  );
}

/** Price times quantity. The total that a partner sent stays until one of the two changes. */
function Total({ lead }: { lead: Lead | null }) {
  const { control } = useFormContext<LeadValues>();
  const [price, quantity, currency] = useWatch({ control, name: ['price', 'quantity', 'currency'] });
  const untouched = lead !== null && price === amountText(lead.price) && quantity === String(lead.quantity);
  const total = untouched ? moneyOf(lead.total, currency) : totalOf({ price, quantity, currency });
  return (
    <div className="flex items-baseline justify-between gap-4 border-t pt-3 sm:col-span-2">
      <span className="font-medium">{texts.total}</span>
      <output aria-label={texts.total} className="text-lg font-semibold">
        {total === null ? '—' : formatMoney(total)}
      </output>
    </div>
  );
}
