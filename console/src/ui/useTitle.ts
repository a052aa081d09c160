import { useEffect } from 'react';
import { uiTexts } from './texts.ts';

/** Sets the document title; null sets the application's name only. */
export function useTitle(page: string | null): void {
  useEffect(() => {
    document.title = uiTexts.documentTitle(page);
  }, [page]);
}
