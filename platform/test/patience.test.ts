import { expect, test, vi } from 'vitest';

test("vi.waitFor and vi.waitUntil wait longer than vitest's default of one second", async () => {
  const began = performance.now();
  await vi.waitFor(() => expect(performance.now() - began).toBeGreaterThan(1_200));
  await vi.waitUntil(() => performance.now() - began > 2_400);
});
