import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derivedId } from '../derived-ids.ts';
import { type Decider, fold } from '../language/decider.ts';
import type { EventTypes } from '../language/define.ts';
import { phaseAfter } from '../lifecycles.ts';

type AnEvent = { type: string; data: unknown };
type Kept<Event> = { id: string; event: Event };
type Sent<Command> = { id: string; command: Command };

/**
 * Property tests that every decider must pass, for any commands in any order.
 * @param neverRefuses for a decider that accepts every command
 */
export function keepsTheLaws<State, Command, Event extends AnEvent, Refusal extends string>(
  decider: Decider<State, Command, Event, Refusal>,
  types: EventTypes,
  creation: Command,
  command: fc.Arbitrary<Command>,
  { neverRefuses = false } = {},
) {
  // Few ids, so that many commands repeat a used id. Most runs start with a creation.
  const more = fc.array(fc.record({ id: fc.constantFrom(...fewIds), command }), { maxLength: 30 });
  const sent = fc.oneof(
    { weight: 9, arbitrary: more.map((commands) => [{ id: creationId, command: creation }, ...commands]) },
    { weight: 1, arbitrary: more },
  );

  test('any sequence of commands leaves a state that a fold of its events reproduces', () => {
    fc.assert(
      fc.property(sent, (commands) => {
        const { state, stream } = carryOut(decider, commands);
        const events = stream.map((kept) => kept.event);
        expect(fold(decider, events)).toEqual(state);
        // After a round trip through JSON, as in a store.
        const stored: Event[] = JSON.parse(JSON.stringify(events));
        expect(fold(decider, stored)).toEqual(state);
      }),
    );
  });

  test('every event is one that its own schema takes as it is', () => {
    fc.assert(
      fc.property(sent, (commands) => {
        for (const { event } of carryOut(decider, commands).stream)
          expect(types[event.type]?.schema.parse(event.data)).toEqual(event.data);
      }),
    );
  });

  test('the events follow the lifecycle of their stream', () => {
    fc.assert(
      fc.property(sent, (commands) => {
        let phase: string | null = null;
        for (const { event } of carryOut(decider, commands).stream) {
          phase = phaseAfter(phase, event.type);
          expect(phase, event.type).not.toBeNull();
        }
      }),
    );
  });

  test('no command is accepted twice under one id, and the same answer comes again', () => {
    fc.assert(
      fc.property(sent, (commands) => {
        const { answers, stream } = carryOut(decider, commands);
        expect(new Set(stream.map((kept) => kept.id)).size).toBe(stream.length);
        for (const { id } of commands) {
          const accepted = answers.filter((answer) => answer.id === id && answer.kept.length > 0);
          for (const answer of accepted) expect(answer.kept).toEqual(accepted[0]?.kept);
        }
      }),
    );
  });

  if (neverRefuses) {
    test('no command is refused', () => {
      fc.assert(
        fc.property(sent, command, (commands, last) => {
          expect(decider.decide(last, carryOut(decider, commands).state).kind).toBe('accepted');
        }),
      );
    });
    return;
  }

  test('a refused command leaves no event and changes nothing', () => {
    fc.assert(
      fc.property(sent, command, (commands, last) => {
        const before = carryOut(decider, commands);
        const decision = decider.decide(last, before.state);
        fc.pre(decision.kind === 'refused');
        const after = carryOut(decider, [...commands, { id: unusedId, command: last }]);
        expect(after.stream).toEqual(before.stream);
        expect(after.state).toEqual(before.state);
      }),
    );
  });
}

const fewIds = [
  '9d2c1c7e-3c1f-4b69-9f5e-0f7f6f6f0001',
  '9d2c1c7e-3c1f-4b69-9f5e-0f7f6f6f0002',
  '9d2c1c7e-3c1f-4b69-9f5e-0f7f6f6f0003',
  '9d2c1c7e-3c1f-4b69-9f5e-0f7f6f6f0004',
  '9d2c1c7e-3c1f-4b69-9f5e-0f7f6f6f0005',
  '9d2c1c7e-3c1f-4b69-9f5e-0f7f6f6f0006',
  '9d2c1c7e-3c1f-4b69-9f5e-0f7f6f6f0007',
  '9d2c1c7e-3c1f-4b69-9f5e-0f7f6f6f0008',
] as const;
const creationId = '9d2c1c7e-3c1f-4b69-9f5e-0f7f6f6f0009';
const unusedId = '9d2c1c7e-3c1f-4b69-9f5e-0f7f6f6f000a';

/**
 * A minimal command handler: an event's id is derived from its command id and index, so that a command whose first
 * event is in the stream is a repeat and gets the first result.
 */
function carryOut<State, Command, Event, Refusal extends string>(
  decider: Decider<State, Command, Event, Refusal>,
  commands: readonly Sent<Command>[],
) {
  let state = freeze(decider.initialState);
  const stream: Kept<Event>[] = [];
  const answers: { id: string; kept: readonly Kept<Event>[] }[] = [];
  for (const { id, command } of commands) {
    let kept = effectOf(id, stream);
    if (kept.length === 0) {
      const decision = decider.decide(freeze(command), state);
      const events = decision.kind === 'accepted' ? decision.events : [];
      kept = events.map((event, place) => ({ id: derivedId(id, place), event: freeze(event) }));
      stream.push(...kept);
      state = kept.reduce((before, { event }) => freeze(decider.evolve(before, event)), state);
    }
    answers.push({ id, kept });
  }
  return { state, stream, answers };
}

function effectOf<Event>(commandId: string, stream: readonly Kept<Event>[]): readonly Kept<Event>[] {
  const first = stream.findIndex((kept) => kept.id === derivedId(commandId, 0));
  return first < 0 ? [] : stream.slice(first).filter((kept, n) => kept.id === derivedId(commandId, n));
}

/** Freezes a value, so that a decider that mutates its input throws. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}
