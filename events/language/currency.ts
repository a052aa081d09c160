import { z } from 'zod';
import { currencies } from './money.ts';

export const Currency = z.enum(currencies, { error: `Must be one of ${currencies.join(', ')}` });
