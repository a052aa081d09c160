import type { SignedInUser } from '@crm/contracts/users/user.ts';
import { LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useSending } from '../api/useSending.ts';
import { signOut } from '../auth/commands.ts';
import { roleName } from '../auth/roles.ts';
import { keysOf } from '../keys/keymap.ts';
import { chooseMode, useMode } from '../theme/mode.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from '../ui/Menu.tsx';
import { useNavigation } from './navigation.ts';
import { navigationIcons } from './navigationIcons.ts';
import { appTexts } from './texts.ts';

/** The user's name, email and role, the colour mode, account settings and sign-out. */
export function UserMenu({ user }: { user: SignedInUser }) {
  const mode = useMode();
  const items = useNavigation('user-menu');
  const isSending = useSending(() => true);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Menu
        label={appTexts.userMenu.label}
        trigger={
          <button type="button" className="flex items-center gap-2 rounded-ui p-1 hover:bg-sunken">
            <span
              aria-hidden
              className="flex size-8 items-center justify-center rounded-full bg-primary text-sm font-semibold text-on-primary hover:bg-avatar-hover"
            >
              {initials(user.fullName)}
            </span>
            <span className="sr-only">{appTexts.userMenu.of}</span>
            <span className="max-w-40 truncate text-left max-md:sr-only" dir="auto">
              {user.fullName}
            </span>
          </button>
        }
      >
        <div className="px-2 py-1.5">
          <p className="font-medium" dir="auto">
            {user.fullName}
          </p>
          <p className="text-sm text-muted">{user.email}</p>
          <p className="text-sm text-muted">{roleName(user.role)}</p>
        </div>
        <MenuSeparator />
        <MenuChoice
          label={appTexts.userMenu.appearance}
          value={mode}
          onChange={chooseMode}
          options={[
            { value: 'system', label: appTexts.userMenu.modes.system, icon: Monitor },
            { value: 'light', label: appTexts.userMenu.modes.light, icon: Sun },
            { value: 'dark', label: appTexts.userMenu.modes.dark, icon: Moon },
          ]}
        />
        <MenuSeparator />
        {items.map(({ to, label, icon, action }) => (
          <MenuLink key={to} to={to} icon={navigationIcons[icon]} keys={keysOf(action)}>
            {label}
          </MenuLink>
        ))}
        <MenuItem icon={LogOut} onSelect={isSending ? () => setIsAsking(true) : signOut}>
          {appTexts.userMenu.signOut}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isAsking}
        danger
        title={appTexts.userMenu.unsent.title}
        message={appTexts.userMenu.unsent.message}
        confirmLabel={appTexts.userMenu.signOut}
        onConfirm={async () => signOut()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

/** The first letters of the first and last word, in any script. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
