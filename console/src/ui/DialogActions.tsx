import type { ReactNode } from 'react';
import { onCtrlEnter } from './onCtrlEnter.ts';

/**
 * Key handler of a dialog: Ctrl Enter presses its last button, the primary one, wherever the focus is in the dialog. A
 * disabled button ignores it.
 */
export const pressesPrimary = onCtrlEnter(({ currentTarget }) => {
  const buttons = currentTarget.querySelectorAll<HTMLButtonElement>('[data-actions] > button');
  [...buttons].at(-1)?.click();
});

/**
 * The buttons at the bottom of a dialog or form; the primary one last. In a dialog they stay visible while its content
 * scrolls under them.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-actions
      className="mt-4 flex flex-wrap justify-end gap-2 in-data-body:sticky in-data-body:bottom-0 in-data-body:-mx-4 in-data-body:mt-0 in-data-body:bg-raised in-data-body:p-4"
    >
      {children}
    </div>
  );
}
