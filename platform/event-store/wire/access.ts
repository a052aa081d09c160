import type { Metadata } from '@grpc/grpc-js';
import {
  accessDenied,
  noLeaderKnown,
  notLeader,
  notReady,
  type Refusal,
  unauthenticated,
} from './refusals.ts';

/** The node's role decides how it answers every call. */
export type Role =
  | { kind: 'leader' }
  /** Its refusals and its gossip name the leader. */
  | { kind: 'follower'; leader: { host: string; port: number } | null }
  | { kind: 'not-ready' };

/** Required credentials; null accepts every caller. */
export type User = { name: string; password: string } | null;

/** The reason to refuse a caller, whatever the node's role is; null for the right credentials. */
export function deniedTo(user: User, metadata: Metadata): Refusal | null {
  if (!user) return null;
  const [sent] = metadata.get('authorization');
  const right = `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`;
  if (sent === undefined) return accessDenied();
  return sent === right ? null : unauthenticated();
}

/** The reason to refuse a call; null if the call is served. */
export function refusalOf({ user, role }: { user: User; role: Role }, metadata: Metadata): Refusal | null {
  const denied = deniedTo(user, metadata);
  if (denied) return denied;
  if (role.kind === 'not-ready') return notReady();
  const needsLeader = metadata.get('requires-leader')[0] === 'true';
  if (role.kind === 'follower' && needsLeader) return role.leader ? notLeader(role.leader) : noLeaderKnown();
  return null;
}
