import { lazy } from 'react';
import { useMode } from '../theme/mode.ts';

// Nobody waits for toasts to read the first page.
const sonner = () => import('sonner');
const Sonner = lazy(() => sonner().then(({ Toaster }) => ({ default: Toaster })));

/** A short word about what was just done; gone after 5 s. Read aloud. */
export const toast = {
  success: (text: string) => void sonner().then(({ toast: show }) => show.success(text)),
  error: (text: string) => void sonner().then(({ toast: show }) => show.error(text)),
  info: (text: string) => void sonner().then(({ toast: show }) => show.info(text)),
};

/** Where toasts appear; once in the layout, inside a Suspense. */
export function Toaster() {
  return (
    <Sonner
      theme={useMode()}
      duration={5000}
      position="bottom-right"
      // Above the foot of a form and of a list, whose buttons they would hide.
      offset={{ bottom: 68, right: 20 }}
      mobileOffset={{ bottom: 76 }}
      closeButton
      toastOptions={{
        classNames: {
          toast: 'rounded-ui! border-line! bg-raised! text-ink! text-base! font-sans! shadow-pop!',
          success: '[&_[data-icon]]:text-ok',
          error: '[&_[data-icon]]:text-bad',
        },
      }}
    />
  );
}
