import { Copy } from 'lucide-react';
import { IconButton } from '../ui/IconButton.tsx';
import { toast } from '../ui/toast.tsx';

type CopyButtonProps = { text: string; label: string };

export function CopyButton({ text, label }: CopyButtonProps) {
  return <IconButton icon={Copy} label={label} onClick={() => void copy(text)} />;
}

/** Puts a text on the clipboard and says so, or says why not. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Copied');
  } catch {
    // Not allowed by the browser, or not over a secure connection.
    toast.error('Your browser does not allow copying here. Select the text and copy it by hand.');
  }
}
