import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { GenericContainer, getContainerRuntimeClient } from 'testcontainers';

/** A server in a container of its own, reached on 127.0.0.1; stopped and started again it keeps its port and data. */
export type Container = {
  port: number;
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
};

/**
 * Starts an image for a suite that needs the real server (EventStoreDB, Postgres, Kafka). Whatever happens to the
 * tests, testcontainers removes the container after them.
 * @returns null where no Docker engine answers; the suite then says that it did not run
 */
export async function startContainer(server: {
  image: string;
  port: number;
  command?: string[];
  environment?: Record<string, string>;
}): Promise<Container | null> {
  const runtime = await getContainerRuntimeClient().catch(() => null);
  if (!runtime) return null;
  const port = await freePort(); // a fixed one: the engine would give another at each restart
  const started = await new GenericContainer(server.image)
    .withCommand(server.command ?? [])
    .withEnvironment(server.environment ?? {})
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

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // an edge: it listens on a port, not on a socket file
  server.close();
  return port;
}
