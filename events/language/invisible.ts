const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]+/gu;

/**
 * Removes characters that show nothing themselves: marks of the direction, which programs put around a copied phone, soft
 * hyphens, joiners, and selectors of an emoji's form. Only for phones and searches: 'نامه‌ها' needs its non-joiner.
 */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');
