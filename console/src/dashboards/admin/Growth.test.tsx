import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Growth } from './Growth.tsx';

const text = (percent: number | null) =>
  renderToStaticMarkup(<Growth percent={percent} since="sinceYesterday" />).replace(/<[^>]*>/g, '');

test('says that a day is compared with yesterday at the same time', () => {
  expect(text(20)).toBe('+20% vs this time yesterday');
  // The rest of yesterday may well have leads.
  expect(text(null)).toBe('No leads by this time yesterday');
});
