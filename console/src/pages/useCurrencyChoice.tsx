import type { Amounts } from '@crm/contracts/amounts.ts';
import type { Currency } from '@crm/events/language/money.ts';
import { type ReactNode, useState } from 'react';
import { Segmented } from '../ui/Segmented.tsx';
import { pageTexts } from './texts.ts';

/**
 * The currency in which amounts are shown, one at a time: those of different currencies are never added up.
 * @param preferred shown first, if there are amounts in it
 * @returns `currency` null without amounts; `choice` null unless there are several currencies
 */
export function useCurrencyChoice(
  amounts: Amounts,
  preferred?: Currency,
): { currency: Currency | null; choice: ReactNode } {
  const [chosen, setChosen] = useState(preferred);
  const currencies = [...new Set(amounts.map(({ currency }) => currency))].sort();
  const currency = currencies.find((each) => each === chosen) ?? currencies[0] ?? null;
  const choice = currencies.length > 1 && (
    <Segmented
      label={pageTexts.currency}
      options={currencies.map((value) => ({ value, label: value }))}
      value={currency}
      onChange={setChosen}
    />
  );
  return { currency, choice: choice || null };
}
