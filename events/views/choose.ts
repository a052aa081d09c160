import { accept, type Decider } from '../language/decider.ts';
import type { ViewerEvent } from './events.ts';

/** What somebody looked at last. */
export type Viewer = { chosen: string | null };

export type ViewerCommand = { type: 'ChooseView'; view: string | null };

/** Whatever is chosen is taken: a view that is gone, or not theirs, brings nothing back. */
export const viewerDecider: Decider<Viewer, ViewerCommand, ViewerEvent, never> = {
  initialState: { chosen: null },
  evolve: (_, event) => ({ chosen: event.data.view }),
  decide: ({ view }, { chosen }) =>
    view === chosen ? accept() : accept({ type: 'ViewChosen', data: { view } }),
};
