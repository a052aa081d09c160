import type { UserId } from '../ids.ts';
import type { ViewingEvent } from './events.ts';

export type Viewing =
  | { phase: 'none' }
  | { phase: 'open'; viewer: UserId }
  | { phase: 'ended'; viewer: UserId };

/** Applies an event to the state. */
export function evolve(viewing: Viewing, event: ViewingEvent): Viewing {
  switch (event.type) {
    case 'ViewingStarted':
      return { phase: 'open', viewer: event.data.viewer };
    case 'ViewingEnded':
      return viewing.phase === 'none' ? viewing : { phase: 'ended', viewer: viewing.viewer };
    default:
      return event satisfies never;
  }
}
