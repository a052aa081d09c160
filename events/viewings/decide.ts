import type { UserId } from '../ids.ts';
import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import type { EndReason, ViewingEvent } from './events.ts';
import { evolve, type Viewing } from './state.ts';

export type ViewingCommand =
  | { type: 'StartViewing'; viewer: UserId; admin: UserId; adminName: string; expiresAt: string }
  /** `by` is null for the system. */
  | { type: 'EndViewing'; by: UserId | null; reason: EndReason };

export type ViewingRefusal = 'viewing-exists' | 'viewing-not-found';

export const viewingDecider: Decider<Viewing, ViewingCommand, ViewingEvent, ViewingRefusal> = {
  initialState: { phase: 'none' },

  evolve,

  decide(command, viewing): Decision<ViewingEvent, ViewingRefusal> {
    switch (command.type) {
      case 'StartViewing': {
        if (viewing.phase !== 'none') return refuse('viewing-exists');
        const { type: _, ...data } = command;
        return accept({ type: 'ViewingStarted', data });
      }
      case 'EndViewing': {
        const isOwn = command.by === null || (viewing.phase !== 'none' && viewing.viewer === command.by);
        if (viewing.phase === 'none' || !isOwn) return refuse('viewing-not-found');
        if (viewing.phase === 'ended') return accept();
        return accept({ type: 'ViewingEnded', data: { reason: command.reason } });
      }
      default:
        return command satisfies never;
    }
  },
};
