import type { PaymentMode } from '@crm/events/leads/vocabulary.ts';
import { leadListTexts } from '../../texts/list.ts';
import { leadWords } from '../../texts/words.ts';

const short = leadListTexts.cells.paymentModesShort;

export function PaymentCell({ mode, dense }: { mode: PaymentMode; dense: boolean }) {
  return dense ? (
    <span title={leadWords.paymentModes[mode]}>{short[mode]}</span>
  ) : (
    leadWords.paymentModes[mode]
  );
}
