import { TriangleAlert } from 'lucide-react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

type ErrorStateProps = {
  title?: string;
  text: string;
  onRetry?: () => void;
  /** It stands for the whole page. */
  page?: boolean;
};

/** What stands where something could not be shown, with the way to try again. */
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
