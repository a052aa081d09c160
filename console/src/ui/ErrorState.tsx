import { TriangleAlert } from 'lucide-react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { uiTexts } from './texts.ts';

type ErrorStateProps = {
  title?: string;
  /** Absent where the page shows it in a banner. */
  text?: string;
  onRetry?: () => void;
  /** Replaces the whole page. */
  page?: boolean;
};

/** Shown in place of content that failed to load, with a retry button. */
export function ErrorState({ title = uiTexts.error.title, text, onRetry, page = false }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        page={page}
        title={title}
        text={text}
        action={onRetry && <Button onClick={onRetry}>{uiTexts.error.retry}</Button>}
      />
    </div>
  );
}
