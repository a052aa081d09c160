import { leadWords } from './texts/words.ts';

export const { paymentModes: paymentModeLabels, count: leadsText } = leadWords;
