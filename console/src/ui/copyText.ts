import { toast } from './toast.tsx';

/** Copies a text to the clipboard; a toast reports success or failure. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Copied');
  } catch {
    // The browser forbids it, or the connection is not secure.
    toast.error('Your browser does not allow copying here. Select the text and copy it by hand.');
  }
}
