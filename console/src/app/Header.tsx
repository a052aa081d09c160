import { Keyboard, Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, memo, Suspense } from 'react';
import type { CurrentUser } from '../auth/currentUser.ts';
import { keysOf } from '../keys/keymap.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { appTexts } from './texts.ts';
import { UserMenu } from './UserMenu.tsx';

/** The header's actions: the sidebar on phones, Ctrl K, the list of keys. */
export type Overlay = 'menu' | 'palette' | 'keys';

const BatchTray = lazy(async () => ({ default: (await import('../batches/BatchTray.tsx')).BatchTray }));

type HeaderProps = {
  user: CurrentUser;
  /** The page has read its data: what it does not need may load now. */
  firstRead: boolean;
  onOpen: (overlay: Overlay) => void;
};

/** Memoised: the layout renders again when something opens over the page. */
export const Header = memo(function Header({ user, firstRead, onOpen }: HeaderProps) {
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b bg-surface px-3 md:px-4 print:hidden">
      <IconButton
        icon={MenuIcon}
        label={appTexts.header.openMenu}
        onClick={() => onOpen('menu')}
        className="md:hidden"
      />
      <button
        type="button"
        onClick={() => onOpen('palette')}
        className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-ui border px-2.5 text-muted hover:bg-sunken hover:text-ink md:max-w-sm"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="flex-1 truncate text-left">{appTexts.header.find}</span>
        <span className="max-md:hidden">
          <Kbd keys="Ctrl K" />
        </span>
      </button>
      <div className="ml-auto flex items-center gap-1">
        <IconButton
          icon={Keyboard}
          label={appTexts.keys}
          keys={keysOf('show-keys')}
          onClick={() => onOpen('keys')}
          className="max-md:hidden"
        />
        {firstRead && (
          <Suspense>
            <BatchTray />
          </Suspense>
        )}
        <UserMenu user={user} />
      </div>
    </header>
  );
});
