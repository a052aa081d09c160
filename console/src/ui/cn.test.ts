import { expect, test } from 'vitest';
import { cn } from './cn.ts';

test('of two classes for one property, the later wins', () => {
  expect(cn('h-8 w-full px-3', 'w-16')).toBe('h-8 px-3 w-16');
  expect(cn('h-8 max-md:h-10', 'h-9')).toBe('max-md:h-10 h-9');
  expect(cn('bg-surface hover:bg-sunken', false, 'bg-primary')).toBe('hover:bg-sunken bg-primary');
  expect(cn('text-sm text-muted', 'text-ink')).toBe('text-sm text-ink');
  expect(cn('text-right text-base', 'text-lg')).toBe('text-right text-lg');
  expect(cn('w-4 h-4', 'size-5')).toBe('size-5');
});

test('other classes stay', () => {
  expect(cn('border border-line rounded-ui', { 'border-b-2': true })).toBe(
    'border border-line rounded-ui border-b-2',
  );
});
