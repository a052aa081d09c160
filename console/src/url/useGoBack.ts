import { useNavigate } from 'react-router-dom';

/** The way back to where one came from (a list with its filters); to `otherwise` when the page was opened by its address. */
export function useGoBack(otherwise: string): () => void {
  const navigate = useNavigate();
  return () => {
    // The router counts its own steps there.
    const state: unknown = window.history.state;
    const steps = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0;
    if (typeof steps === 'number' && steps > 0) void navigate(-1);
    else void navigate(otherwise, { replace: true });
  };
}
