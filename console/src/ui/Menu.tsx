import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react';
import { loadAhead, onDemand, usePopup } from './onDemand.ts';
import type * as Popup from './popups/MenuPopup.tsx';

const code = onDemand(() => import('./popups/MenuPopup.tsx'));

type MenuProps = {
  /** A button; it passes unknown properties on to its DOM element. */
  trigger: ReactElement<Record<string, unknown>>;
  label?: string;
  align?: 'start' | 'end';
  /** Open when first rendered: a list with hundreds of menus builds each one on demand. */
  defaultOpen?: boolean;
  /** Controlled, for menus that a shortcut also opens. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
};

/**
 * A list of actions behind a button. Arrow keys and type-ahead choose; Escape or a click outside closes it.
 * Until it first opens, only its button is rendered.
 */
export function Menu({ trigger, defaultOpen = false, open, onOpenChange, ...content }: MenuProps) {
  const [ownOpen, setOwnOpen] = useState(defaultOpen);
  const isOpen = open ?? ownOpen;
  const popup = usePopup(code, isOpen);

  function change(next: boolean) {
    setOwnOpen(next);
    onOpenChange?.(next);
  }

  if (popup) return <popup.MenuPopup {...content} trigger={trigger} open={isOpen} onOpenChange={change} />;
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onPointerEnter: () => loadAhead(code),
    onFocus: () => loadAhead(code),
    onClick: () => change(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      change(true);
    },
  });
}

// The parts of a menu. They are rendered only inside an open one, so their code is there.

export function MenuItem(props: ComponentProps<typeof Popup.MenuItem>) {
  return code.loaded && <code.loaded.MenuItem {...props} />;
}

/** A link to a page. */
export function MenuLink(props: ComponentProps<typeof Popup.MenuLink>) {
  return code.loaded && <code.loaded.MenuLink {...props} />;
}

/** A radio group. */
export function MenuChoice<V extends string>(props: Popup.MenuChoiceProps<V>) {
  return code.loaded && <code.loaded.MenuChoice {...props} />;
}

export function MenuSeparator() {
  return code.loaded && <code.loaded.MenuSeparator />;
}
