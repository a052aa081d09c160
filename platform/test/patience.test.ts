import { expect, test, vi } from 'vitest';

test('what a test waits for may take longer than the second that vitest gives it', async () => {
  const began = performance.now();
  await vi.waitFor(() => expect(performance.now() - began).toBeGreaterThan(1_200));
  await vi.waitUntil(() => performance.now() - began > 2_400);
});
