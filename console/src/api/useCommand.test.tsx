import { createPlan } from '@crm/contracts/plans/plans.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { stubStorage } from '../../test/stubStorage.ts';
import { useCommand } from './useCommand.ts';

const useCreatePlan = (patient: boolean) => useCommand(createPlan, ['plans'], { patient });
type Create = ReturnType<typeof useCreatePlan>['mutateAsync'];

type PlanDialogProps = { patient: boolean; onOpen: (create: Create) => void };

function PlanDialog({ patient, onOpen }: PlanDialogProps) {
  onOpen(useCreatePlan(patient).mutateAsync);
  return null;
}

/** Opens the dialog and sends it; waits for all attempts. @returns whether it was saved or lost */
async function sendFromNewDialog(patient = false) {
  let create: Create | undefined;
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PlanDialog
        patient={patient}
        onOpen={(command) => {
          create = command;
        }}
      />
    </QueryClientProvider>,
  );
  const sent = create?.({ body: { name: 'Season', price: 49 } }).then(
    () => 'saved',
    () => 'lost',
  );
  await vi.runAllTimersAsync();
  return sent;
}

test('a command whose answer was lost has the same key from a dialog that was opened again', async () => {
  vi.useFakeTimers();
  stubStorage();
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    throw new TypeError('Failed to fetch');
  });
  expect(await sendFromNewDialog()).toBe('lost');
  expect(await sendFromNewDialog()).toBe('lost');
  expect(keys).toHaveLength(10);
  expect(new Set(keys)).toEqual(new Set([expect.any(String)]));
});

test('a patient command is sent until the connection is back, for ten minutes', async () => {
  vi.useFakeTimers();
  stubStorage();
  const start = Date.now();
  const away = (minutes: number) =>
    vi.stubGlobal('fetch', async () => {
      if (Date.now() - start < minutes * 60_000) throw new TypeError('Failed to fetch');
      return Response.json({ success: true, data: {} });
    });
  away(9);
  expect(await sendFromNewDialog(true)).toBe('saved');
  away(60);
  expect(await sendFromNewDialog(true)).toBe('lost');
});

test('a command to a server that has fallen silent is sent once: its user has waited for half a minute', async () => {
  vi.useFakeTimers();
  stubStorage();
  const sent = vi.fn(
    (_: string, { signal }: RequestInit) =>
      new Promise((_answer, fail) => signal?.addEventListener('abort', () => fail(signal.reason))),
  );
  vi.stubGlobal('fetch', sent);
  const start = Date.now();
  expect(await sendFromNewDialog()).toBe('lost');
  expect(sent).toHaveBeenCalledTimes(1);
  expect(Date.now() - start).toBe(30_000);
});
