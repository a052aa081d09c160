import { useNavigate } from 'react-router-dom';

/**
 * Returns to the previous page (a list keeps its filters), or to `otherwise` when this page was opened
 * directly.
 */
export function useGoBack(otherwise: string): () => void {
  const navigate = useNavigate();
  return () => {
    // The router stores the index of its history entry there.
    const state: unknown = window.history.state;
    const steps = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0;
    if (typeof steps === 'number' && steps > 0) void navigate(-1);
    else void navigate(otherwise, { replace: true });
  };
}
