import type { Finder } from '../keys/finder.ts';
import { findLeads } from '../leads/find.ts';

/** What Ctrl K finds beside pages and actions. A feature adds its own here. */
export const finders: readonly Finder[] = [findLeads];
