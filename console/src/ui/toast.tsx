// Loaded with the first toast, or with the Toaster after the first page; an earlier toast waits for the Toaster.
const sonner = () => import('sonner');

/** A short message about an action; disappears after 5 s. Screen readers announce it. */
export const toast = {
  success: (text: string) => void sonner().then(({ toast: show }) => show.success(text)),
  error: (text: string) => void sonner().then(({ toast: show }) => show.error(text)),
  info: (text: string) => void sonner().then(({ toast: show }) => show.info(text)),
};
