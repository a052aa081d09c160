/** The categories of offers. Without zod, because the console needs them before its first rows. */
export const offerCategories = [
  'weight-loss',
  'adult-wellness',
  'joint-health',
  'diabetes-care',
  'hair-care',
  'heart-health',
  'digestive-health',
  'immune-support',
  'mental-health',
  'skin-care',
  'eye-health',
  'bone-health',
  'other',
] as const;
export type OfferCategory = (typeof offerCategories)[number];
