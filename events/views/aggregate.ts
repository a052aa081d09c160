import { viewerDecider } from './choose.ts';
import { reservedName, type View, viewDecider } from './decide.ts';
import { viewEvents, viewerEvents } from './events.ts';

export const views = {
  decider: viewDecider,
  types: viewEvents,
  names: (view: View) => (view.phase === 'present' ? [reservedName(view.list, view.owner, view.name)] : []),
};

export const viewers = { decider: viewerDecider, types: viewerEvents };
