import { useEffect } from 'react';

/** Sets the document title; null sets the application's name only. */
export function useTitle(page: string | null): void {
  useEffect(() => {
    document.title = page ? `${page} · Lead Management System` : 'Lead Management System';
  }, [page]);
}
