import { getBatch } from '@crm/contracts/batches/batches.ts';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { Person } from './calls.ts';

/**
 * Sends an export's call, and returns the answer with the file. If a busy machine does not write the file while the call
 * waits, it is that of the batch in the answer.
 */
export async function exportedFile(
  app: FastifyInstance,
  person: Person,
  {
    url,
    query = {},
    headers = {},
  }: { url: string; query?: Record<string, string>; headers?: Record<string, string> },
) {
  const all = { authorization: `Bearer ${person.token}`, ...headers };
  const answer = await app.inject({ url, query, headers: all });
  if (answer.statusCode !== 202) return answer;
  const params = { id: answer.json().data.batch._id };
  await expect.poll(async () => (await person.ask(getBatch, { params })).data.batch.state).toBe('done');
  return app.inject({ url: `/api/batches/${params.id}/file`, headers: all });
}
