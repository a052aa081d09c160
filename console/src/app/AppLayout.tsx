import type { OwnViewing } from '@crm/contracts/auth/auth.ts';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useToken } from '../api/token.ts';
import { can } from '../auth/can.ts';
import type { CurrentUser } from '../auth/currentUser.ts';
import { BatchKinds } from '../batches/kinds.ts';
import { ShownBatch } from '../batches/ShownBatch.tsx';
import { useAction } from '../keys/registry.ts';
import { keyTexts } from '../keys/texts.ts';
import { useKeyboard } from '../keys/useKeyboard.ts';
import { useLive } from '../live/useLive.ts';
import { applyTenantTheme } from '../theme/tenantTheme.ts';
import { Announcer } from '../ui/announce.tsx';
import { onDemand, preload, usePopup } from '../ui/onDemand.ts';
import { Sheet } from '../ui/Sheet.tsx';
import { TooltipLayer } from '../ui/Tooltip.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { batchKinds, features, findersOf } from './features.ts';
import { Header, type Overlay } from './Header.tsx';
import { Navigation, navigationOf } from './navigation.ts';
import { PageProgress } from './PageProgress.tsx';
import { PageKey, Sidebar } from './Sidebar.tsx';
import { appTexts } from './texts.ts';
import { useFirstRead } from './useFirstRead.ts';

// Rarely shown; HealthBanner only to admins.
const HealthBanner = lazy(async () => ({
  default: (await import('../postbacks/HealthBanner.tsx')).HealthBanner,
}));
const RejectionNotice = lazy(async () => ({
  default: (await import('../approvals/RejectionNotice.tsx')).RejectionNotice,
}));
const CallbackNotice = lazy(async () => ({
  default: (await import('../work/CallbackNotice.tsx')).CallbackNotice,
}));
const AfterFirstPage = lazy(async () => ({
  default: (await import('./AfterFirstPage.tsx')).AfterFirstPage,
}));
const ViewingBanner = lazy(async () => ({
  default: (await import('../viewings/ViewingBanner.tsx')).ViewingBanner,
}));
// Loaded on first use, or by preload() after the first page.
const keySheet = onDemand(() => import('../keys/KeySheet.tsx'));
const palette = onDemand(() => import('../keys/Palette.tsx'));
/** After the first page has read its data: popups then open at once. */
const PRELOAD_AFTER_MS = 1500;

/** The layout of all signed-in pages. */
export function AppLayout({ user, viewing }: { user: CurrentUser; viewing: OwnViewing | null }) {
  const navigate = useNavigate();
  const firstRead = useFirstRead();
  const token = useToken();
  // On a slow line, the socket's client would delay the page. If the server ends before it is loaded, it comes when the server
  // is back (importWithFiles.ts).
  const live = useLive(firstRead ? token : null);
  const main = useMainFocus();
  const [overlay, setOverlay] = useState<'none' | Overlay>('none');
  const close = () => setOverlay('none');
  const navigation = useMemo(() => navigationOf(features, user), [user]);
  const finders = useMemo(() => findersOf(user), [user]);

  useEffect(() => applyTenantTheme(user.crmSettings.theme), [user.crmSettings.theme]);
  const keys = usePopup(keySheet, overlay === 'keys');
  const find = usePopup(palette, overlay === 'palette');
  useEffect(() => {
    if (!firstRead) return;
    preload('dialogs');
    const timer = setTimeout(() => preload('rest'), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [firstRead]);
  useKeyboard(() => setOverlay('palette'));
  useAction({
    label: appTexts.keys,
    group: keyTexts.everywhere,
    action: 'show-keys',
    run: () => setOverlay('keys'),
  });

  return (
    <>
      <Navigation value={navigation}>
        <BatchKinds value={batchKinds}>
          <PageProgress />
          <a
            href="#main"
            className="absolute top-2 left-2 z-50 -translate-y-20 rounded-ui bg-primary px-3 py-1.5 text-on-primary focus:translate-y-0"
          >
            {appTexts.skipToContent}
          </a>
          <div className="flex h-dvh overflow-hidden bg-canvas print:block print:h-auto print:overflow-visible">
            <aside className="shrink-0 border-r max-md:hidden print:hidden">
              <Sidebar user={user} />
            </aside>
            <div className="flex min-w-0 flex-1 flex-col">
              <Header user={user} firstRead={firstRead} onOpen={setOverlay} />
              {viewing && (
                <Suspense>
                  <ViewingBanner viewing={viewing} user={user} />
                </Suspense>
              )}
              <ConnectionBar live={live} />
              {firstRead && (
                <Suspense>
                  {can(user, 'see-organization') && <HealthBanner />}
                  {can(user, 'work-leads') && (
                    <>
                      <RejectionNotice />
                      <CallbackNotice />
                    </>
                  )}
                </Suspense>
              )}
              <main
                id="main"
                ref={main}
                tabIndex={-1}
                // `relative`: absolutely positioned screen-reader texts scroll inside it and do not stretch
                // the window.
                className="relative min-h-0 flex-1 overflow-y-auto p-3 outline-none md:p-5 print:overflow-visible"
              >
                <Outlet />
              </main>
            </div>
          </div>
          {navigation.map((item) => (
            <PageKey key={item.to} item={item} onGo={navigate} />
          ))}
          <Sheet open={overlay === 'menu'} onClose={close} title={appTexts.sidebar.sheet} side="left">
            <Sidebar user={user} onChoose={close} />
          </Sheet>
          {keys && <keys.KeySheet open={overlay === 'keys'} onClose={close} />}
          <ShownBatch />
          {find && overlay === 'palette' && <find.Palette open onClose={close} finders={finders} />}
          <Announcer />
          {firstRead && (
            <Suspense>
              <AfterFirstPage user={user} />
            </Suspense>
          )}
        </BatchKinds>
      </Navigation>
      <TooltipLayer />
    </>
  );
}

/** On navigation, scrolls the new page to the top, and focuses its main element unless the page took the focus. */
function useMainFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    // Right before the new page is drawn: both lay it out, which would lengthen the task that renders it.
    const request = requestAnimationFrame(() => {
      shown.current = pathname;
      const focused = document.activeElement;
      // A form has focused its first field already, or a key has opened a dialog.
      const isTaken = main.current?.contains(focused) || focused?.closest('[data-state=open]');
      if (!isTaken) main.current?.focus({ preventScroll: true });
      main.current?.scrollTo(0, 0);
    });
    return () => cancelAnimationFrame(request);
  }, [pathname]);
  return main;
}
