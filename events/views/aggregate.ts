import { viewerDecider } from './choose.ts';
import { viewDecider } from './decide.ts';
import { viewEvents, viewerEvents } from './events.ts';
import { reservedName } from './reserved-name.ts';
import type { View } from './state.ts';

export const views = {
  decider: viewDecider,
  types: viewEvents,
  names: {
    of: (view: View) => (view.phase === 'present' ? [reservedName(view.list, view.owner, view.name)] : []),
    whenTaken: () => 'view-name-taken' as const,
  },
};

export const viewers = { decider: viewerDecider, types: viewerEvents };
