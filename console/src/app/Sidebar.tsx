import type { SignedInUser } from '@crm/contracts/users/user.ts';
import clsx from 'clsx';
import { memo, Suspense } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { useAction } from '../keys/registry.ts';
import type { NavigationItem } from './feature.ts';
import { isActive, useNavigation } from './navigation.ts';
import { navigationIcons } from './navigationIcons.ts';
import { appTexts } from './texts.ts';

type SidebarProps = { user: SignedInUser; onChoose?: () => void };

/** The left edge of every signed-in page: organisation, navigation, version. On phones, a drawer. Memoised like the header. */
export const Sidebar = memo(function Sidebar({ user, onChoose }: SidebarProps) {
  const items = useNavigation('sidebar');
  return (
    <div className="flex h-full w-64 flex-col bg-surface">
      <div className="flex h-14 shrink-0 items-center gap-2.5 border-b px-4">
        <img src="/icon.svg" alt="" className="size-7" />
        <p className="truncate text-lg font-semibold" dir="auto">
          {user.crmSettings.organizationName || appTexts.sidebar.product}
        </p>
      </div>
      <nav aria-label={appTexts.sidebar.label} className="flex-1 overflow-y-auto p-2">
        <ul className="flex flex-col gap-0.5">
          {items.map((item) => (
            <li key={item.to}>
              <SidebarLink item={item} {...(onChoose && { onChoose })} />
            </li>
          ))}
        </ul>
      </nav>
      <p className="border-t px-4 py-3 text-xs text-muted">{appTexts.sidebar.version}</p>
    </div>
  );
});

function SidebarLink({ item, onChoose }: { item: NavigationItem; onChoose?: () => void }) {
  const active = isActive(item, useLocation().pathname);
  const Icon = navigationIcons[item.icon];
  return (
    <NavLink
      to={item.to}
      onClick={onChoose}
      aria-current={active ? 'page' : undefined}
      className={clsx(
        'flex h-9 items-center gap-3 rounded-ui px-3 font-medium max-md:h-11',
        active ? 'bg-primary-soft text-ink' : 'text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon aria-hidden className={clsx('size-4 shrink-0', active && 'text-primary-text')} />
      <span className="flex-1 truncate">{item.label}</span>
      <Suspense>{item.Badge && <item.Badge />}</Suspense>
    </NavLink>
  );
}

/** Registers the shortcut that opens a page of the sidebar. */
export function PageKey({ item, onGo }: { item: NavigationItem; onGo: (to: string) => void }) {
  useAction({
    label: item.label,
    group: appTexts.sidebar.goTo,
    action: item.action,
    run: () => onGo(item.to),
  });
  return null;
}
