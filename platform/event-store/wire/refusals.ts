import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** How a node refuses a call: a status, and trailers from which the client reads the cause. */
export type Refusal = Pick<ServiceError, 'code' | 'details'> & { metadata: Metadata };

function refusal(code: status, details: string, trailers: Record<string, string> = {}): Refusal {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return { code, details, metadata };
}

export const notReady = () => refusal(status.UNAVAILABLE, 'Server Is Not Ready');
export const timedOut = (what: string) => refusal(status.ABORTED, `Operation timed out: ${what}`);
export const unauthenticated = () => refusal(status.UNAUTHENTICATED, '');
export const accessDenied = () =>
  refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
export const noLeaderKnown = () => refusal(status.UNKNOWN, 'No leader info available in response');

export const notLeader = (leader: { host: string; port: number }) =>
  refusal(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': leader.host,
    'leader-endpoint-port': String(leader.port),
  });

/** Whether a refusal is `notLeader`: the client then turns to the leader. */
export const namesLeader = (refusal: Refusal): boolean => refusal.code === status.NOT_FOUND;

export const tooLarge = (limit: number) =>
  refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });
