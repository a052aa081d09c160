import type { MethodDefinition } from '@grpc/grpc-js';
import { decode, encode, messages } from './protocol.ts';

/** The calls that a node serves. */
export const service = {
  read: method('streams.Streams', 'Read', messages.ReadReq, { responseStream: true }),
  append: method('streams.Streams', 'Append', messages.AppendReq, { requestStream: true }),
  batch: method('streams.Streams', 'BatchAppend', messages.BatchAppendReq, {
    requestStream: true,
    responseStream: true,
  }),
  features: method('server_features.ServerFeatures', 'GetSupportedMethods', messages.Empty, {}),
  gossip: method('gossip.Gossip', 'Read', messages.Empty, {}),
};

function method(
  service: string,
  name: string,
  request: Parameters<typeof decode>[0],
  streams: { requestStream?: boolean; responseStream?: boolean },
): MethodDefinition<object, Buffer> {
  return {
    path: `/event_store.client.${service}/${name}`,
    requestStream: streams.requestStream ?? false,
    responseStream: streams.responseStream ?? false,
    requestSerialize: (message) => encode(request, message),
    requestDeserialize: (bytes) => decode(request, bytes),
    responseSerialize: (bytes) => bytes,
    responseDeserialize: (bytes) => bytes,
  };
}
