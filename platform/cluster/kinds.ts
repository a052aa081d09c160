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

/** A line of the map in docs/nginx.conf: `"~^POST /api/x/?$" projections;`. */
const EXCEPTION = /^ +"~([^"]+)" projections;$/gm;

/**
 * Reads which kind of process answers a call from docs/nginx.conf, so that the cluster and an installation behind nginx
 * route in the same way.
 */
export function readRoute(conf: string): Route {
  const exceptions = Array.from(conf.matchAll(EXCEPTION), ([, pattern = '']) => new RegExp(pattern));
  return (method, path) => {
    if (method === 'GET' || method === 'HEAD' || path.startsWith('/socket.io/')) return 'projections';
    return exceptions.some((each) => each.test(`${method} ${path}`)) ? 'projections' : 'commands';
  };
}
