import { oneOf } from './field-errors.ts';
import { currencies } from './money.ts';

export const Currency = oneOf(currencies);
