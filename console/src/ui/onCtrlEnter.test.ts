import type { KeyboardEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { onCtrlEnter } from './onCtrlEnter.ts';

const field = {};
const confirm = {};
/** Contains the field. The dialog of the button `confirm` was opened by the form, and is elsewhere in the DOM. */
const form = { contains: (element: unknown) => element === field };

/** How often the form is sent when this key arrives at it. */
function sendsOf(event: { key: string; ctrlKey?: boolean; metaKey?: boolean; target: object }): number {
  const send = vi.fn();
  const preventDefault = vi.fn();
  // Only the parts of an event and of its elements that the handler uses.
  onCtrlEnter(send)({
    ...event,
    currentTarget: form,
    preventDefault,
  } as unknown as KeyboardEvent<HTMLElement>);
  // A key that is not the form's keeps what the browser does with it.
  expect(preventDefault).toHaveBeenCalledTimes(send.mock.calls.length);
  return send.mock.calls.length;
}

test('Ctrl Enter and ⌘ Enter in a form send it', () => {
  expect(sendsOf({ key: 'Enter', ctrlKey: true, target: field })).toBe(1);
  expect(sendsOf({ key: 'Enter', metaKey: true, target: field })).toBe(1);
  expect(sendsOf({ key: 'Enter', target: field })).toBe(0);
});

test('Ctrl Enter in a dialog that the form has opened does not send the form', () =>
  expect(sendsOf({ key: 'Enter', ctrlKey: true, target: confirm })).toBe(0));
