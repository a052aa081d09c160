import { beforeEach, expect, test, vi } from 'vitest';
import { addStep, holdTab } from './steps.ts';

beforeEach(() => void vi.stubGlobal('window', new EventTarget()));

/** Whether the browser would ask before it closes the tab. */
function asks(): boolean {
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented;
}

/** An answer of the server that comes when `arrive` is called. */
function pending() {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { arrived, arrive: () => arrive() };
}

const add = (step: () => Promise<unknown>) =>
  addStep(
    step,
    () => {},
    async () => {},
  );

test('the tab asks before it closes while an outcome waits or is sent', async () => {
  const before = pending();
  const answer = pending();
  const taken = add(() => before.arrived);
  expect(asks()).toBe(false);
  const sent = add(holdTab(() => answer.arrived));
  expect(asks()).toBe(true);
  before.arrive();
  await taken;
  expect(asks()).toBe(true);
  answer.arrive();
  await sent;
  expect(asks()).toBe(false);
});

test('after the server has refused one outcome, the tab asks only for the others', async () => {
  const answer = pending();
  const refused = add(holdTab(() => Promise.reject(new Error('Refused'))));
  const sent = add(holdTab(() => answer.arrived));
  await refused;
  expect(asks()).toBe(true);
  answer.arrive();
  await sent;
  expect(asks()).toBe(false);
});
