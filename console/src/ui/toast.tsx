// Loaded with the first toast, or with the Toaster after the first page; an earlier toast waits for the Toaster.
const sonner = () => import('sonner');

/**
 * A short message about an action; disappears after 5 s. Screen readers announce it.
 * @param id replaces the message with the same id, so that repeated attempts do not pile up
 */
export const toast = {
  success: (text: string) => void sonner().then(({ toast: show }) => show.success(text)),
  error: (text: string, id?: string) =>
    void sonner().then(({ toast: show }) => show.error(text, id === undefined ? {} : { id })),
  info: (text: string) => void sonner().then(({ toast: show }) => show.info(text)),
};
