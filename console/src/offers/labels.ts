import { type OfferCategory, offerCategories } from '@crm/events/offers/categories.ts';
import { capitalised } from '../ui/StatusBadge.tsx';

/** 'Weight Loss' for weight-loss. */
export function categoryLabel(category: OfferCategory): string {
  return category.split('-').map(capitalised).join(' ');
}

export const categoryOptions = offerCategories.map((value) => ({ value, label: categoryLabel(value) }));
