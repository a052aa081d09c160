import type { CurrentUser } from '../auth/currentUser.ts';
import { Toaster } from '../ui/Toaster.tsx';
import { usePreloadedPages } from './preloadPages.ts';

/** Parts of the layout that load after the first page has read its data. */
export function AfterFirstPage({ user }: { user: CurrentUser }) {
  usePreloadedPages(user);
  return <Toaster />;
}
