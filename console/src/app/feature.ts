import type { ComponentType } from 'react';
import type { Ability } from '../auth/can.ts';
import type { BatchKindView } from '../batches/kinds.ts';
import type { Finder } from '../keys/finder.ts';
import type { ActionName } from '../keys/keymap.ts';
import type { IconName } from './navigationIcons.ts';

export type Page = {
  path: string;
  /** Loads the page's code: when the page is opened, or earlier (preloadPages.ts). */
  load: () => Promise<ComponentType>;
  /** Default: every signed-in user may open it. */
  needs?: Ability;
};

export type NavigationItem = {
  to: string;
  label: string;
  icon: IconName;
  /** Its shortcut. */
  action: ActionName;
  /** Where the link is shown. `elsewhere`: only its shortcut is registered; another component has the link. */
  place: 'sidebar' | 'user-menu' | 'elsewhere';
  /** Default: every signed-in user sees it. */
  needs?: Ability;
  /** A live count beside the label. */
  Badge?: ComponentType;
};

/**
 * A part of the console: its pages, its links, what Ctrl K finds, and how its batches are displayed. The first
 * screen loads every declaration, so a declaration loads everything else on first use.
 */
export type Feature = {
  pages: readonly Page[];
  navigation: readonly NavigationItem[];
  finder?: Finder & { needs?: Ability };
  /** By kind of batch. */
  batchKinds?: Readonly<Record<string, BatchKindView>>;
};
