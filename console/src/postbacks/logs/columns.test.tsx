import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { LeadCell } from './cells.tsx';
import { LogCard } from './columns.tsx';

const lead = {
  _id: 'lead-1',
  orderId: 'A-17',
  fullName: 'محمد الهاشمي',
  phone: '+91 9810000039',
  customerInfo: { name: 'محمد الهاشمي', address: null },
};

test('a name from right to left does not take the phone number into its direction', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <LeadCell log={{ lead }} dense={false} />
    </MemoryRouter>,
  );
  expect(html).toContain(`dir="auto">${lead.fullName}</span>`);
  expect(html).toContain(`>· ${lead.phone}</span>`);
});

test('a card, which has no column headings, says which figure is the attempt', () => {
  const log = {
    _id: 'log-1',
    eventId: 'event-1',
    event: 'new_lead' as const,
    status: 'success' as const,
    isSuccessful: true,
    needsRetry: false,
    reason: null,
    postbackTemplate: { name: 'Tracker', url: 'https://tracker.example/in' },
    lead,
    requestMethod: 'POST',
    requestUrl: 'https://tracker.example/in',
    userAgent: '',
    requestHeaders: {},
    responseStatus: 200,
    responseHeaders: null,
    responseBody: null,
    responseCut: false,
    responseTime: 12,
    attemptNumber: 1,
    maxAttempts: 4,
    nextAttemptAt: null,
    createdAt: '2026-01-05T10:00:00.000Z',
    finishedAt: null,
  };
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <LogCard
        log={log}
        onOpen={() => undefined}
        retryOne={{ run: () => undefined, isRunning: () => false }}
      />
    </MemoryRouter>,
  );
  expect(html).toContain('Attempt 1 / 4');
});
