import { accept, type Decider } from '../language/decider.ts';
import type { ViewerEvent } from './events.ts';

/** The view that a user chose last. */
export type Viewer = { chosen: string | null };

export type ViewerCommand = { type: 'ChooseView'; view: string | null };

/** Accepts any view id: an unknown or foreign view has no effect when it is read. */
export const viewerDecider: Decider<Viewer, ViewerCommand, ViewerEvent, never> = {
  initialState: { chosen: null },
  evolve: (_, event) => ({ chosen: event.data.view }),
  decide: ({ view }, { chosen }) =>
    view === chosen ? accept() : accept({ type: 'ViewChosen', data: { view } }),
};
