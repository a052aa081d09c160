import { accept, type Decider } from '../language/decider.ts';
import type { ViewerEvent } from './events.ts';

/** The view that a user chose last, by list. */
export type Viewer = { chosen: ReadonlyMap<string, string | null> };

export type ViewerCommand = { type: 'ChooseView'; list: string; view: string | null };

/** Accepts any view id: an unknown or foreign view has no effect when it is read. */
export const viewerDecider: Decider<Viewer, ViewerCommand, ViewerEvent, never> = {
  initialState: { chosen: new Map() },
  evolve: ({ chosen }, { data }) => ({ chosen: new Map(chosen).set(data.list, data.view) }),
  decide: ({ list, view }, { chosen }) =>
    view === (chosen.get(list) ?? null) ? accept() : accept({ type: 'ViewChosen', data: { list, view } }),
};
