import { TriangleAlert } from 'lucide-react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

type ErrorStateProps = {
  title?: string;
  text: string;
  onRetry?: () => void;
  /** Replaces the whole page. */
  page?: boolean;
};

/** Shown in place of content that failed to load, with a retry button. */
export function ErrorState({ title = 'Something went wrong', text, onRetry, page = false }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        page={page}
        title={title}
        text={text}
        action={onRetry && <Button onClick={onRetry}>Try Again</Button>}
      />
    </div>
  );
}
