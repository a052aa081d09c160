import { Toaster as Sonner, toast as show } from 'sonner';
import { useMode } from '../theme/mode.ts';

/** A short word about what was just done; gone after 5 s (spec 9). Read aloud. */
export const toast = {
  success: (text: string) => show.success(text),
  error: (text: string) => show.error(text),
  info: (text: string) => show.info(text),
};

export function Toaster() {
  return (
    <Sonner
      theme={useMode()}
      duration={5000}
      position="bottom-right"
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
