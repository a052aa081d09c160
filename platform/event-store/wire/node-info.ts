import type { Role } from './access.ts';
import { encode, messages } from './protocol.ts';

/** States of a member in gossip. */
const [FOLLOWER, LEADER] = [6, 8];

/** The answer to GetSupportedMethods: the version of the server, and the methods of streams. */
export function supportedMethods(): Buffer {
  const service_name = 'event_store.client.streams.streams';
  const methods = ['read', 'append', 'batchappend'].map((method_name) => ({ method_name, service_name }));
  return encode(messages.SupportedMethods, { methods, event_store_server_version: '23.10.3.0' });
}

/** The members that a node's gossip names: itself, and the leader that it follows. */
export function clusterInfo(role: Role, port: number): Buffer {
  const leader = role.kind === 'follower' ? role.leader : null;
  const members = [memberInfo(role.kind === 'leader' ? LEADER : FOLLOWER, '127.0.0.1', port)];
  if (leader) members.push(memberInfo(LEADER, leader.host, leader.port));
  return encode(messages.ClusterInfo, { members });
}

const memberInfo = (state: number | undefined, address: string, port: number) => ({
  ...{ state, is_alive: true, http_end_point: { address, port } },
  ...{ instance_id: { string: crypto.randomUUID() }, time_stamp: Date.now() * 10_000 },
});
