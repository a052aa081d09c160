import { Copy } from 'lucide-react';
import { copyText } from '../ui/copyText.ts';
import { IconButton } from '../ui/IconButton.tsx';

type CopyButtonProps = { text: string; label: string };

export function CopyButton({ text, label }: CopyButtonProps) {
  return <IconButton icon={Copy} label={label} onClick={() => void copyText(text)} />;
}
