import { randomUUID } from 'node:crypto';
import type { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { whenQuiet } from '../../failures/quiet.ts';
import type { LogPosition } from './position.ts';

/** An event to write: data and metadata are sent as JSON. */
export type Written = { id: string; type: string; data: unknown; metadata: object };

export type WriteAnswer =
  /** The position is null if the server recognised these ids as a repeat and did not return one. */
  | { kind: 'written'; revision: number; position: LogPosition | null }
  | { kind: 'wrong-version'; current: number | 'none' }
  | { kind: 'too-large'; limit: number }
  /** The request was not sent, or the server answered that it wrote nothing. */
  | { kind: 'refused'; reason: string }
  /** The request was sent; its result is unknown. */
  | { kind: 'lost'; reason: string };

type Call = ReturnType<StreamsClient['batchAppend']>;
type Failure = Extract<WriteAnswer, { kind: 'refused' | 'lost' }>;
/** A call that stays open for appends. */
type OpenCall = {
  call: Promise<Call>;
  /** Appends without an answer, by correlation id. */
  waiting: Map<string, (answer: WriteAnswer) => void>;
  /** The result of the appends that waited at its end; null while it is open. */
  ended: Failure | null;
};

/** Members of the library's client that its types hide. */
type Internals = {
  GRPCStreamCreator(
    service: typeof StreamsClient,
    name: string,
    create: (service: StreamsClient) => Call,
  ): () => Promise<Call>;
  callArguments(
    options: { credentials?: { username: string; password: string }; requiresLeader: boolean },
    call: { deadline: number },
  ): Parameters<StreamsClient['batchAppend']>;
};

/** An append without an answer for this time is lost. */
const DEADLINE_MS = 10_000;
const DETAIL = 'event_store.client.';
/** The server says so of an append that it did not begin. */
const NOT_BEGUN = /Server Is (Not Ready|Too Busy|Busy)|No leader info available/;

/**
 * Sends appends over one call that stays open: an append costs a third of the processor time of a call of its own. The
 * library's own batch call is not used: it keeps one map of pending appends per process, so that a broken call of one
 * client rejects those of all others, and an answer that comes after that ends the process.
 *
 * @param failed what the failure of an open call means for its appends
 */
export function openBatchAppends(
  client: EventStoreDBClient,
  credentials: { username: string; password: string } | null,
  failed: (error: Error) => Failure,
) {
  const internals = client as unknown as Internals; // a cast at the library boundary
  let current: OpenCall | null = null;

  function open(): OpenCall {
    const begin = internals.GRPCStreamCreator(StreamsClient, 'appendToStream', (service) =>
      service
        .batchAppend(
          ...internals.callArguments(
            { requiresLeader: true, ...(credentials && { credentials }) },
            { deadline: Number.POSITIVE_INFINITY },
          ),
        )
        .on('data', (response: streams.BatchAppendResp) => {
          const id = response.getCorrelationId()?.getString() ?? '';
          opened.waiting.get(id)?.(answered(response));
        })
        .on('error', (error: Error) => end(opened, failed(error)))
        .on('end', () => end(opened, { kind: 'lost', reason: 'The server ended the call' })),
    );
    const opened: OpenCall = { call: begin(), waiting: new Map(), ended: null };
    return opened;
  }

  function end(opened: OpenCall, answer: Failure) {
    if (current === opened) current = null;
    opened.ended ??= answer;
    for (const settle of opened.waiting.values()) settle(answer);
  }

  return async function append(
    stream: string,
    expected: number | 'none',
    events: readonly Written[],
  ): Promise<WriteAnswer> {
    const id = randomUUID();
    const request = requestOf(id, stream, expected, events);
    current ??= open();
    const opened = current;
    let call: Call;
    try {
      call = await opened.call;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error); // no server was found
      end(opened, { kind: 'refused', reason });
      return { kind: 'refused', reason };
    }
    if (opened.ended) return { kind: 'refused', reason: opened.ended.reason }; // before this append was sent
    return new Promise<WriteAnswer>((resolve) => {
      const settle = (answer: WriteAnswer) => {
        waiting.stop();
        opened.waiting.delete(id);
        resolve(answer);
      };
      const waiting = whenQuiet(DEADLINE_MS, () =>
        settle({ kind: 'lost', reason: `No answer for ${DEADLINE_MS} ms` }),
      );
      opened.waiting.set(id, settle);
      call.write(request);
    });
  };
}

function requestOf(id: string, stream: string, expected: number | 'none', events: readonly Written[]) {
  const options = new streams.BatchAppendReq.Options();
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  options.setStreamIdentifier(identifier);
  // No deadline: the library's is a time of this machine's clock, which may differ from the server's.
  if (expected === 'none') options.setNoStream(new shared.Empty());
  else options.setStreamPosition(String(expected));
  const request = new streams.BatchAppendReq();
  request.setCorrelationId(uuidOf(id));
  request.setOptions(options);
  request.setProposedMessagesList(events.map(messageOf));
  request.setIsFinal(true);
  return request;
}

function messageOf({ id, type, data, metadata }: Written) {
  const message = new streams.BatchAppendReq.ProposedMessage();
  message.setId(uuidOf(id));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  message.setData(Buffer.from(JSON.stringify(data)));
  message.setCustomMetadata(Buffer.from(JSON.stringify(metadata)));
  return message;
}

function uuidOf(id: string) {
  const uuid = new shared.UUID();
  uuid.setString(id);
  return uuid;
}

function answered(response: streams.BatchAppendResp): WriteAnswer {
  const success = response.getSuccess();
  if (success) {
    const at = success.getPosition();
    const position = at
      ? { commit: BigInt(at.getCommitPosition()), prepare: BigInt(at.getPreparePosition()) }
      : null;
    return { kind: 'written', revision: Number(success.getCurrentRevision()), position };
  }
  const error = response.getError();
  const details = error?.getDetails();
  const type = details?.getTypeName();
  const reason = error?.getMessage() || type || 'The server gave no reason';
  switch (type) {
    case `${DETAIL}WrongExpectedVersion`: {
      const wrong = details?.unpack(shared.WrongExpectedVersion.deserializeBinary, type);
      const current = wrong?.hasCurrentStreamRevision() ? Number(wrong.getCurrentStreamRevision()) : 'none';
      return { kind: 'wrong-version', current };
    }
    case `${DETAIL}MaximumAppendSizeExceeded`: {
      const exceeded = details?.unpack(shared.MaximumAppendSizeExceeded.deserializeBinary, type);
      return { kind: 'too-large', limit: exceeded?.getMaxappendsize() ?? 0 };
    }
    case `${DETAIL}AccessDenied`:
      return { kind: 'refused', reason: 'The server refuses the user or the password' };
    default:
      return { kind: NOT_BEGUN.test(reason) ? 'refused' : 'lost', reason };
  }
}
