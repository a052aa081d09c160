import { Copy } from 'lucide-react';
import { IconButton } from '../ui/IconButton.tsx';
import { toast } from '../ui/toast.tsx';

type CopyButtonProps = { text: string; label: string };

export function CopyButton({ text, label }: CopyButtonProps) {
  return <IconButton icon={Copy} label={label} onClick={() => void copy(text)} />;
}

/** Copies a text to the clipboard; a toast reports success or failure. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Copied');
  } catch {
    // The browser forbids it, or the connection is not secure.
    toast.error('Your browser does not allow copying here. Select the text and copy it by hand.');
  }
}
