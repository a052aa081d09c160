import { ArrowLeft } from 'lucide-react';
import { ActionButton } from '../keys/ActionButton.tsx';
import { useGoBack } from '../url/useGoBack.ts';
import { pageTexts } from './texts.ts';

type BackButtonProps = {
  /** The heading of the page's actions in the `?` sheet. */
  group: string;
  /** Where it leads when the page was opened directly. */
  to: string;
  /** Phones may hide it, so that all buttons fit in one line. */
  icon?: boolean;
};

/** Returns to the page that the user came from. */
export function BackButton({ group, to, icon = true }: BackButtonProps) {
  const goBack = useGoBack(to);
  return (
    <ActionButton
      label={pageTexts.back}
      group={group}
      action="back"
      {...(icon && { icon: ArrowLeft })}
      variant="ghost"
      onClick={goBack}
    />
  );
}
