import { reportTexts } from './texts.ts';

const { percent, nothing } = reportTexts.summary;

/** A share of leads in percent; without leads a dash, because there is none. */
export const rateText = (rate: number, leads: number): string => (leads === 0 ? nothing : percent(rate));
