import type { Lead } from '@crm/contracts/leads/lead.ts';
import { formatMoney, moneyOf } from '../../../format/money.ts';
import { leadListTexts } from '../../texts/list.ts';

/** The product, quantity, price and webmaster. */
export function ProductCell({ lead, dense }: { lead: Lead; dense: boolean }) {
  const { productName, webmaster } = lead;
  const terms = `${lead.quantity} × ${formatMoney(moneyOf(lead.price, lead.currency))}`;
  if (dense) {
    return (
      <span title={[productName, terms, webmaster].filter(Boolean).join(' · ')}>
        <span dir="auto">{productName}</span> <span className="text-xs text-muted">{terms}</span>
      </span>
    );
  }
  return (
    <>
      <span className="block truncate" dir="auto" title={productName}>
        {productName}
      </span>
      <span className="block truncate text-xs text-muted tabular-nums">{terms}</span>
      {webmaster && (
        <span className="block truncate text-xs text-muted" title={leadListTexts.cells.webmaster(webmaster)}>
          {webmaster}
        </span>
      )}
    </>
  );
}
