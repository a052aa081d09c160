import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SearchBox } from './SearchBox.tsx';

const boxOf = (value: string) =>
  renderToStaticMarkup(
    <SearchBox
      label="Search subscriptions"
      placeholder="Search by user name, email, or plan..."
      keys="/"
      value={value}
      onChange={() => undefined}
    />,
  );

test('shows its key beside the placeholder, which has the text that the page gave', () => {
  expect(boxOf('')).toContain('placeholder="Search by user name, email, or plan..."');
  expect(boxOf('')).toMatch(/<kbd [^>]*>\/<\/kbd>/);
});

test('shows no key over a text', () => expect(boxOf('Rao')).not.toContain('<kbd'));
