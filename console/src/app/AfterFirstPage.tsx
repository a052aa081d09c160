import { useEffect } from 'react';
import { useRecovery } from '../api/useRecovery.ts';
import type { CurrentUser } from '../auth/currentUser.ts';
import { keepFocus } from '../ui/keepFocus.ts';
import { Toaster } from '../ui/Toaster.tsx';
import { usePreloadedPages } from './preloadPages.ts';

/** Parts of the layout that load after the first page has read its data. */
export function AfterFirstPage({ user }: { user: CurrentUser }) {
  useEffect(keepFocus, []);
  usePreloadedPages(user);
  useRecovery();
  return <Toaster />;
}
