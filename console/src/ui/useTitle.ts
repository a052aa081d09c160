import { useEffect } from 'react';

/** Names the page in the browser's tab and history. */
export function useTitle(page: string | null): void {
  useEffect(() => {
    document.title = page ? `${page} · Lead Management System` : 'Lead Management System';
  }, [page]);
}
