import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ErrorBanner } from './ErrorBanner.tsx';

test('announces the failure, with a button to dismiss it', () => {
  const html = renderToStaticMarkup(<ErrorBanner text="An error occurred" failedAt={1} />);
  expect(html).toContain('role="alert"');
  expect(html).toContain('An error occurred');
  expect(html).toContain('aria-label="Dismiss"');
});

test('is empty without a failure', () =>
  expect(renderToStaticMarkup(<ErrorBanner text={null} failedAt={0} />)).toBe(''));
