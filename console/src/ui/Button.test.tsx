import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from './Button.tsx';

test('can have the focus while it is busy, and is announced as disabled', () => {
  const html = renderToStaticMarkup(<Button busy>Save</Button>);
  expect(html).not.toContain(' disabled=""');
  expect(html).toContain('aria-disabled="true"');
  expect(html).toContain('aria-busy="true"');
});

test('cannot have the focus while it is disabled', () => {
  expect(renderToStaticMarkup(<Button disabled>Save</Button>)).toContain(' disabled=""');
});
