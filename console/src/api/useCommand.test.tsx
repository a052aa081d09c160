import { createPlan } from '@crm/contracts/plans/plans.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { stubStorage } from '../../test/stubStorage.ts';
import { useCommand } from './useCommand.ts';

const useCreatePlan = () => useCommand(createPlan, ['plans']);
type Create = ReturnType<typeof useCreatePlan>['mutateAsync'];

function PlanDialog({ onOpen }: { onOpen: (create: Create) => void }) {
  onOpen(useCreatePlan().mutateAsync);
  return null;
}

/** Opens the dialog and sends it; waits for all attempts. */
async function sendFromNewDialog() {
  let create: Create | undefined;
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PlanDialog
        onOpen={(command) => {
          create = command;
        }}
      />
    </QueryClientProvider>,
  );
  const sent = create?.({ body: { name: 'Season', price: 49 } }).catch(() => 'lost');
  await vi.runAllTimersAsync();
  expect(await sent).toBe('lost');
}

test('a command whose answer was lost has the same key from a dialog that was opened again', async () => {
  vi.useFakeTimers();
  stubStorage();
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    throw new TypeError('Failed to fetch');
  });
  await sendFromNewDialog();
  await sendFromNewDialog();
  expect(keys).toHaveLength(10);
  expect(new Set(keys)).toEqual(new Set([expect.any(String)]));
});
