/** The kinds of processes, with the entry point of each. Restarted in this order: workers read what projections build. */
export const kinds = {
  projections: 'projections/main.ts',
  commands: 'command-api/main.ts',
  workers: 'workers/main.ts',
} as const;

export type Kind = keyof typeof kinds;
export const kindNames: readonly Kind[] = ['projections', 'commands', 'workers'];

/** The kinds that answer calls. */
type Upstream = Exclude<Kind, 'workers'>;
export type Route = (method: string, path: string) => Upstream;

/** A line of the map in docs/nginx.conf: `"POST /api/x" projections;`, or `"~^…$" projections;` with a pattern. */
const EXCEPTION = /^ +"(~?)([^$"]+\$?)" projections;$/gm;

/**
 * Reads which kind of process answers a call from docs/nginx.conf, so that the cluster and an installation behind nginx
 * route in the same way.
 */
export function readRoute(conf: string): Route {
  const exact = new Set<string>();
  const patterns: RegExp[] = [];
  for (const [, tilde, call = ''] of conf.matchAll(EXCEPTION))
    if (tilde) patterns.push(new RegExp(call));
    else exact.add(call);
  return (method, path) => {
    if (method === 'GET' || method === 'HEAD' || path.startsWith('/socket.io/')) return 'projections';
    const call = `${method} ${path}`;
    return exact.has(call) || patterns.some((each) => each.test(call)) ? 'projections' : 'commands';
  };
}
