import protobuf, { type Type } from 'protobufjs';

/** The part of EventStoreDB's protocol that the client of this product uses. Names and numbers are the protocol's. */
const shared = `
syntax = "proto3";
package event_store.client;

message Empty {}
message UUID { oneof value { string string = 2; } }
message StreamIdentifier { bytes stream_name = 3; }
message Position { uint64 commit_position = 1; uint64 prepare_position = 2; }
message ProposedMessage {
  UUID id = 1;
  map<string, string> metadata = 2; // type, content-type
  bytes custom_metadata = 3;
  bytes data = 4;
}
message Timestamp { int64 seconds = 1; int32 nanos = 2; }
message Any { string type_url = 1; bytes value = 2; }
message Status { int32 code = 1; string message = 2; Any details = 3; }

// The details of a Status.
message WrongExpectedVersion {
  oneof current { uint64 current_stream_revision = 1; Empty current_no_stream = 2; }
  oneof expected {
    uint64 expected_stream_position = 3;
    Empty expected_any = 4;
    Empty expected_stream_exists = 5;
    Empty expected_no_stream = 6;
  }
}
message Timeout {}
message Unknown {}
message AccessDenied {}
message MaximumAppendSizeExceeded { uint32 maxAppendSize = 1; }
`;

const streams = `
syntax = "proto3";
package event_store.client.streams;

message ReadReq {
  Options options = 1;
  message Options {
    oneof what { StreamOptions stream = 1; AllOptions all = 2; }
    uint32 read_direction = 3; // 0 forwards, 1 backwards
    oneof how_much { uint64 count = 5; Empty subscription = 6; }
    oneof filtered { Filter filter = 7; Empty no_filter = 8; }
  }
  message StreamOptions {
    StreamIdentifier stream_identifier = 1;
    oneof from { uint64 revision = 2; Empty start = 3; Empty end = 4; }
  }
  message AllOptions { oneof from { Position position = 1; Empty start = 2; Empty end = 3; } }
  message Filter {
    oneof filter { Expression stream_identifier = 1; Expression event_type = 2; }
    oneof window { uint32 max = 3; Empty count = 4; }
    uint32 checkpointIntervalMultiplier = 5;
  }
  message Expression { string regex = 1; repeated string prefix = 2; }
}

message ReadResp {
  oneof content {
    ReadEvent event = 1;
    Confirmation confirmation = 2;
    Position checkpoint = 3;
    StreamNotFound stream_not_found = 4;
    Empty caught_up = 8;
  }
  message ReadEvent { RecordedEvent event = 1; oneof at { uint64 commit_position = 3; Empty no_position = 4; } }
  message RecordedEvent {
    UUID id = 1;
    StreamIdentifier stream_identifier = 2;
    uint64 stream_revision = 3;
    uint64 prepare_position = 4;
    uint64 commit_position = 5;
    map<string, string> metadata = 6; // type, content-type, created (ticks of 100 ns)
    bytes custom_metadata = 7;
    bytes data = 8;
  }
  message Confirmation { string subscription_id = 1; }
  message StreamNotFound { StreamIdentifier stream_identifier = 1; }
}

message AppendReq {
  oneof content { Options options = 1; ProposedMessage proposed_message = 2; }
  message Options {
    StreamIdentifier stream_identifier = 1;
    oneof expected { uint64 revision = 2; Empty no_stream = 3; Empty any = 4; Empty stream_exists = 5; }
  }
}

message AppendResp {
  oneof result { Success success = 1; WrongExpectedVersion wrong_expected_version = 2; }
  message WrongExpectedVersion {
    oneof current { uint64 current_revision = 6; Empty current_no_stream = 7; }
    oneof expected {
      uint64 expected_revision = 8;
      Empty expected_any = 9;
      Empty expected_stream_exists = 10;
      Empty expected_no_stream = 11;
    }
  }
}

message Success {
  oneof current { uint64 current_revision = 1; Empty no_stream = 2; }
  oneof at { Position position = 3; Empty no_position = 4; }
}

message BatchAppendReq {
  UUID correlation_id = 1;
  Options options = 2;
  repeated ProposedMessage proposed_messages = 3;
  bool is_final = 4;
  message Options {
    StreamIdentifier stream_identifier = 1;
    oneof expected { uint64 revision = 2; Empty no_stream = 3; Empty any = 4; Empty stream_exists = 5; }
    Timestamp deadline = 6;
  }
}

message BatchAppendResp {
  UUID correlation_id = 1;
  oneof result { Status error = 2; Success success = 3; }
  StreamIdentifier stream_identifier = 4;
}
`;

const others = `
syntax = "proto3";
package event_store.client.others;

message SupportedMethods { repeated SupportedMethod methods = 1; string event_store_server_version = 2; }
message SupportedMethod { string method_name = 1; string service_name = 2; repeated string features = 3; }

message ClusterInfo { repeated Member members = 1; }
message Member {
  UUID instance_id = 1;
  int64 time_stamp = 2;
  uint32 state = 3; // 6 follower, 8 leader
  bool is_alive = 4;
  EndPoint http_end_point = 5;
}
message EndPoint { string address = 1; uint32 port = 2; }
`;

const root = new protobuf.Root();
for (const source of [shared, streams, others]) protobuf.parse(source, root, { keepCase: true });
root.resolveAll();

const named = (name: string) => root.lookupType(`event_store.client.${name}`);

/** The protocol's messages by name. */
export const messages = {
  Empty: named('Empty'),
  ReadReq: named('streams.ReadReq'),
  ReadResp: named('streams.ReadResp'),
  AppendReq: named('streams.AppendReq'),
  AppendResp: named('streams.AppendResp'),
  BatchAppendReq: named('streams.BatchAppendReq'),
  BatchAppendResp: named('streams.BatchAppendResp'),
  SupportedMethods: named('others.SupportedMethods'),
  ClusterInfo: named('others.ClusterInfo'),
};

/** A detail of a Status: a message with its type name. */
export function detail(name: string, value: object) {
  const type = named(name);
  return { type_url: `type.googleapis.com/event_store.client.${name}`, value: type.encode(value).finish() };
}

export const encode = (type: Type, value: object): Buffer => Buffer.from(type.encode(value).finish());

/** Decodes numbers as numbers and bytes as Buffers; includes only fields that were sent. */
export const decode = (type: Type, bytes: Uint8Array) =>
  type.toObject(type.decode(bytes), { longs: Number, bytes: Buffer });
