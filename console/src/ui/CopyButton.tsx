import { Copy } from 'lucide-react';
import { copyText } from './copyText.ts';
import { IconButton } from './IconButton.tsx';

type CopyButtonProps = { text: string; label: string; className?: string };

/** Copies a text to the clipboard. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  return <IconButton icon={Copy} label={label} onClick={() => void copyText(text)} className={className} />;
}
