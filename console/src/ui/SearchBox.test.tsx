import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SearchBox } from './SearchBox.tsx';

test('has the placeholder as the page gave it, and its key in the title', () => {
  const html = renderToStaticMarkup(
    <SearchBox
      label="Search subscriptions"
      placeholder="Search by user name, email, or plan..."
      title="Search subscriptions (/)"
      value=""
      onChange={() => undefined}
    />,
  );
  expect(html).toContain('placeholder="Search by user name, email, or plan..."');
  expect(html).toContain('title="Search subscriptions (/)"');
});
