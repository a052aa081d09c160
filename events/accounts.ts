import { UserId } from './ids.ts';
import type { OperatorRef } from './leads/events.ts';
import { idOf } from './streams.ts';
import type { DomainEvent } from './versions.ts';

/** The accounts of its organisation that the data or the stream of an event names, by id. Without the actor. */
export function accountsIn(event: DomainEvent, stream: string): readonly UserId[] {
  switch (event.type) {
    case 'LeadAssigned':
      return idsOf(event.data.operator, event.data.from);
    case 'LeadUnassigned':
      return idsOf(event.data.from);
    case 'LeadStatusChangeRequested':
      return idsOf(event.data.by);
    case 'LeadTaken':
    case 'LeadReleased':
    case 'LeadCallbackSet':
      return idsOf(event.data.operator);
    case 'LeadRestored':
      return idsOf(event.data.operator, event.data.pending?.by);
    case 'UserLeadsHandedOver':
      return idsOf(...event.data.operators);
    case 'ViewSaved':
    case 'ReportSaved':
      return [UserId.parse(event.data.owner)];
    case 'ViewingStarted':
      return [event.data.admin]; // the viewer is an account of the installation
    case 'SignedIn':
    case 'SignedOut':
    case 'PasswordLinkRequested':
    case 'PasswordLinkRefused':
      return event.data.userId === null ? [] : [event.data.userId];
    case 'ViewChosen':
    case 'BreakStarted':
    case 'BreakEnded':
      return [UserId.parse(idOf(stream))];
    default:
      return [];
  }
}

const idsOf = (...refs: readonly (OperatorRef | null | undefined)[]) => refs.flatMap((ref) => ref?.id ?? []);
