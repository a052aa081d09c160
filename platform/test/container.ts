import { GenericContainer, getContainerRuntimeClient } from 'testcontainers';
import { freePort } from './free-port.ts';

/** A server in a container, reachable on 127.0.0.1. It keeps its port and data when it is stopped and started again. */
export type Container = {
  port: number;
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
};

/**
 * Starts an image for a suite that needs the real server (EventStoreDB, Kafka). testcontainers removes the container
 * afterwards, even when the tests crash. Tests on Postgres need none: every run has a real server (cluster.ts).
 * @returns null when no Docker engine answers; the suite then reports that it did not run
 */
export async function startContainer(server: {
  image: string;
  port: number;
  command?: string[];
  /** May depend on the port on 127.0.0.1. */
  environment?: (port: number) => Record<string, string>;
}): Promise<Container | null> {
  const runtime = await getContainerRuntimeClient().catch(() => null);
  if (!runtime) return null;
  const port = await freePort(); // a fixed port: Docker would assign a new one at each restart
  const started = await new GenericContainer(server.image)
    .withCommand(server.command ?? [])
    .withEnvironment(server.environment?.(port) ?? {})
    .withExposedPorts({ container: server.port, host: port })
    .withStartupTimeout(120_000)
    .start();
  const container = runtime.container.getById(started.getId());
  return {
    port,
    stop: () => container.stop(),
    start: () => container.start(),
    end: async () => {
      await started.stop();
    },
  };
}
