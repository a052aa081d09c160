import { type ClassValue, clsx } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';

const any = () => true;
const sizes = ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl'];

/**
 * The groups of classes that override each other here. tailwind-merge's own list has every class of Tailwind
 * and adds 6 kB to the first screen. Classes of no group are kept.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    display: ['block', 'inline-block', 'flex', 'inline-flex', 'grid', 'hidden'],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    size: [{ size: [any] }],
    h: [{ h: [any] }],
    w: [{ w: [any] }],
    'max-w': [{ 'max-w': [any] }],
    'max-h': [{ 'max-h': [any] }],
    p: [{ p: [any] }],
    px: [{ px: [any] }],
    py: [{ py: [any] }],
    gap: [{ gap: [any] }],
    rounded: [{ rounded: [any] }],
    shadow: [{ shadow: [any] }],
    weight: [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
    'text-align': [{ text: ['left', 'center', 'right', 'start', 'end'] }],
    'text-size': [{ text: sizes }],
    'text-color': [{ text: [any] }],
    bg: [{ bg: [any] }],
  },
  conflictingClassGroups: { size: ['w', 'h'], p: ['px', 'py'] },
  conflictingClassGroupModifiers: {},
  postfixLookupClassGroups: [],
  orderSensitiveModifiers: [],
}));

/** Joins class names; of two that set the same property, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
