import { Client, type ClientConfig } from 'pg';
import { DatabaseUnusable } from './unusable.ts';

/**
 * Opens the first connection of a process.
 * @throws DatabaseUnusable if the URL is invalid, or the server is unreachable or refuses the connection
 */
export async function connectFirst(url: string, name: string): Promise<Client> {
  const client = openClient({ connectionString: url, application_name: name });
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { host, port, user, database } = client;
    throw new DatabaseUnusable(
      `Postgres at ${host}:${port} cannot be used as ${user} on ${database} (${reasonOf(error)}): check the server and the database's URL`,
    );
  }
}

/** pg reads the URL and its certificate files when the client is created. */
function openClient(config: ClientConfig): Client {
  try {
    return new Client(config);
  } catch (error) {
    throw new DatabaseUnusable(`The database's URL cannot be used (${reasonOf(error)})`);
  }
}

/** One line. For a name with several addresses, pg throws an AggregateError with a code and an empty message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [line = ''] = error.message.split('\n');
  return line || ('code' in error ? String(error.code) : error.name);
}
