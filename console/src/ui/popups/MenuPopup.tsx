import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { Link } from 'react-router-dom';
import { cn } from '../cn.ts';
import { mayHaveFocus } from '../isPopupOpen.ts';
import { Kbd } from '../Kbd.tsx';
import { useAfterFirstRender } from '../useAfterFirstRender.ts';

export type MenuPopupProps = {
  trigger: ReactElement;
  label?: string;
  align?: 'start' | 'end';
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** Menu's button and content: loads when the first menu opens. */
export function MenuPopup({ trigger, label, align = 'end', open, onOpenChange, children }: MenuPopupProps) {
  // The content of a menu that is mounted open is a task of its own.
  const isMounted = useAfterFirstRender();
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <Radix.Root modal={false} open={open && isMounted} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild ref={opener}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            // Comes in a timer: the user of a busy page may have opened the menu again, and it would close.
            if (!mayHaveFocus(opener.current)) event.preventDefault();
          }}
          {...(label && { 'aria-label': label })}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-(--radix-dropdown-menu-content-available-width) min-w-44 overflow-y-auto rounded-ui border bg-raised p-1 break-words shadow-pop"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemLook =
  'flex h-8 cursor-pointer items-center gap-2 rounded-ui px-2 outline-none select-none max-md:h-10 ' +
  'data-highlighted:bg-sunken data-disabled:cursor-not-allowed data-disabled:opacity-55';

const tallLook = 'h-auto py-1 max-md:h-auto max-md:min-h-10';

type MenuItemProps = {
  onSelect: () => void;
  icon?: LucideIcon;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Disables it, and is shown below its text. */
  whyDisabled?: string | null;
  /** Allows several lines. */
  tall?: boolean;
  children: ReactNode;
};

export function MenuItem({
  onSelect,
  icon: Icon,
  keys,
  danger = false,
  disabled = false,
  whyDisabled = null,
  tall = false,
  children,
}: MenuItemProps) {
  return (
    <Radix.Item
      disabled={disabled || whyDisabled !== null}
      onSelect={onSelect}
      className={cn(
        itemLook,
        danger && 'text-bad',
        tall && tallLook,
        // Not faded like others that are disabled: the reason is to be read.
        whyDisabled && [tallLook, 'max-w-64 text-muted data-disabled:opacity-100'],
      )}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      <span className="flex-1">
        {children}
        {whyDisabled && <span className="block text-xs">{whyDisabled}</span>}
      </span>
      {keys && !whyDisabled && <Kbd keys={keys} />}
    </Radix.Item>
  );
}

type MenuLinkProps = { to: string; icon?: LucideIcon; keys?: string; children: ReactNode };

/** A link to a page, inside a menu. */
export function MenuLink({ to, icon: Icon, keys, children }: MenuLinkProps) {
  return (
    <Radix.Item asChild>
      <Link to={to} className={itemLook}>
        {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
        <span className="flex-1">{children}</span>
        {keys && <Kbd keys={keys} />}
      </Link>
    </Radix.Item>
  );
}

export type MenuChoiceProps<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string; icon?: LucideIcon }[];
  onChange: (value: V) => void;
  /** Closes the menu after a choice. */
  closes?: boolean;
};

/** A radio group inside a menu. */
export function MenuChoice<V extends string>({
  label,
  value,
  options,
  onChange,
  closes = false,
}: MenuChoiceProps<V>) {
  return (
    <Radix.RadioGroup value={value} aria-label={label}>
      <Radix.Label className="px-2 pt-1 text-xs text-muted">{label}</Radix.Label>
      {options.map(({ value: option, label: text, icon: Icon }) => (
        <Radix.RadioItem
          key={option}
          value={option}
          onSelect={(event) => {
            if (!closes) event.preventDefault();
            onChange(option);
          }}
          className={cn(itemLook, option === value && 'font-medium')}
        >
          {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
          <span className="flex-1">{text}</span>
          <Radix.ItemIndicator>✓</Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
