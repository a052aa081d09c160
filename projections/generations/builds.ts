import type { ReadinessRegistry } from '@crm/platform/health/readiness.ts';

/** Which read models are not built yet: their queries are refused, and /readyz names those that are being rebuilt. */
export type Builds = {
  isUnbuilt: (name: string) => boolean;
  /** Resolves when every projection runs that needs no rebuild. */
  othersRun: Promise<void>;
  rebuilding: (names: readonly string[]) => void;
  built: (name: string) => void;
};

/** @param names all projections; each is unbuilt until `built` */
export function trackBuilds(names: readonly string[], readiness: Pick<ReadinessRegistry, 'report'>): Builds {
  const unbuilt = new Set(names);
  const rebuilds = new Set<string>();
  let resolveOthers = () => {};
  const othersRun = new Promise<void>((resolve) => {
    resolveOthers = resolve;
  });
  const changed = () => {
    const reason = `${[...rebuilds].join(', ')} are being built; until then their queries are refused`;
    readiness.report('Read models', rebuilds.size === 0 ? { kind: 'ok' } : { kind: 'degraded', reason });
    if (unbuilt.size === rebuilds.size) resolveOthers();
  };
  return {
    isUnbuilt: (name) => unbuilt.has(name),
    othersRun,
    rebuilding: (started) => {
      for (const name of started) rebuilds.add(name);
      changed();
    },
    built: (name) => {
      unbuilt.delete(name);
      rebuilds.delete(name);
      changed();
    },
  };
}
