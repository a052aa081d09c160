// Loaded with the first toast, or with the Toaster after the first page; an earlier toast waits for the Toaster.
const sonner = () => import('sonner');

type ErrorToast = {
  /** Replaces the message with the same id, so that repeated attempts do not pile up. */
  id?: string;
  /** Until the user closes it: it says what was lost, and nothing else on the screen does. */
  stays?: boolean;
};

/**
 * A short message about an action; disappears after 5 s. Screen readers announce it.
 */
export const toast = {
  success: (text: string) => void sonner().then(({ toast: show }) => show.success(text)),
  error: (text: string, { id, stays = false }: ErrorToast = {}) =>
    void sonner().then(({ toast: show }) =>
      show.error(text, {
        ...(id !== undefined && { id }),
        ...(stays && { duration: Number.POSITIVE_INFINITY }),
      }),
    ),
  info: (text: string) => void sonner().then(({ toast: show }) => show.info(text)),
};
