import type { Expected, Logged, Proposed } from './logged.ts';
import type { AppendOutcome } from './memory-log.ts';
import { detail, encode, messages } from './protocol.ts';
import type { Refusal } from './refusals.ts';
import { AppendRequest, BatchRequest, expectedOf, nameOf, proposedOf } from './requests.ts';

/** A node's limit; it is larger than the port's. */
export const MOST_BYTES = 1024 * 1024;

export type AppendCall = { stream: string; expected: Expected; events: Proposed[] };

export const bytesOf = ({ events }: AppendCall) =>
  events.reduce((sum, { type, data, metadata }) => sum + 2 * type.length + data.length + metadata.length, 0);

/** Combines the messages of one Append call; null if they are not in order. */
export function appendCallOf(received: readonly object[]): AppendCall | null {
  const [first, ...rest] = received.map((message) => AppendRequest.parse(message));
  if (!first?.options) return null;
  const events = rest.flatMap(({ proposed_message }) =>
    proposed_message ? proposedOf(proposed_message) : [],
  );
  return { stream: nameOf(first.options.stream_identifier), expected: expectedOf(first.options), events };
}

/** The answer to an Append call. A wrong version is part of the answer, not a failed call. */
export function appendAnswer(
  expected: Expected,
  outcome: Exclude<AppendOutcome, { kind: 'dropped' }>,
): Buffer {
  const answer =
    outcome.kind === 'written'
      ? { success: successOf(outcome) }
      : {
          wrong_expected_version: {
            ...(outcome.current === 'no_stream'
              ? { current_no_stream: {} }
              : { current_revision: outcome.current }),
            ...(typeof expected === 'number'
              ? { expected_revision: expected }
              : { [`expected_${expected}`]: {} }),
          },
        };
  return encode(messages.AppendResp, answer);
}

const successOf = ({ revision, position }: Pick<Logged, 'revision' | 'position'>) => ({
  current_revision: revision,
  position: { commit_position: position, prepare_position: position },
});

export type CarriedOut = AppendOutcome | { kind: 'too-large' };

/**
 * BatchAppend: many appends over one message stream, distinguished by correlation ids.
 *
 * @param carryOut the outcome of an append; null if it gets no answer
 * @param refusal why the node refuses each append now; null if it does not
 */
export function batches(
  carryOut: (call: AppendCall) => Promise<CarriedOut | null>,
  refusal: () => Refusal | null,
  answer: (bytes: Buffer) => void,
) {
  const pending = new Map<string, AppendCall>();
  return async (received: object): Promise<void> => {
    const request = BatchRequest.parse(received);
    const id = request.correlation_id.string;
    if (request.options) {
      const { options } = request;
      pending.set(id, {
        stream: nameOf(options.stream_identifier),
        expected: expectedOf(options),
        events: [],
      });
    }
    const call = pending.get(id);
    if (!call) return;
    call.events.push(...request.proposed_messages.map(proposedOf));
    const reply = (result: object) =>
      answer(
        encode(messages.BatchAppendResp, {
          correlation_id: { string: id },
          stream_identifier: { stream_name: Buffer.from(call.stream) },
          ...result,
        }),
      );
    if (!request.is_final) return;
    pending.delete(id);
    const refused = refusal();
    if (refused) return reply({ error: { code: 2, message: refused.details, details: detail('Empty', {}) } });
    const outcome = await carryOut(call);
    switch (outcome?.kind) {
      case undefined:
        return;
      case 'too-large':
        return reply({ error: failed('MaximumAppendSizeExceeded', { maxAppendSize: MOST_BYTES }) });
      case 'written':
        return reply({ success: successOf(outcome) });
      case 'wrong-version':
        return reply({ error: failed('WrongExpectedVersion', wrongVersion(call.expected, outcome.current)) });
      case 'dropped':
        return reply({ error: failed('Timeout', {}) });
      default:
        return outcome satisfies never;
    }
  };
}

const failed = (name: string, value: object) => ({ code: 2, message: name, details: detail(name, value) });

function wrongVersion(expected: Expected, current: number | 'no_stream') {
  return {
    ...(current === 'no_stream' ? { current_no_stream: {} } : { current_stream_revision: current }),
    ...(typeof expected === 'number'
      ? { expected_stream_position: expected }
      : { [`expected_${expected}`]: {} }),
  };
}
