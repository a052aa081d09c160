import { uiTexts } from './texts.ts';
import { toast } from './toast.tsx';

/** Copies a text to the clipboard; a toast reports success or failure. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(uiTexts.copied);
  } catch {
    // The browser forbids it, or the connection is not secure.
    toast.error(uiTexts.notCopied);
  }
}
