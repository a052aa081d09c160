import { Pool } from 'undici';
import type { Query } from './combinations.ts';

export type Answer = { ids: string[]; total: number; ms: number };

/** Requests pages of the list as a console does. */
export function openList(url: string, tokens: { admin: string; operator: string }) {
  const pool = new Pool(url, { connections: 1, pipelining: 1 });
  async function ask(as: 'admin' | 'operator', query: Query): Promise<Answer> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      for (const one of Array.isArray(value) ? [value.join(',')] : [value]) search.append(name, String(one));
    const started = performance.now();
    const { statusCode, body } = await pool.request({
      path: `/api/leads?${search}`,
      method: 'GET',
      headers: { authorization: `Bearer ${tokens[as]}` },
    });
    const text = await body.text();
    const ms = performance.now() - started;
    if (statusCode !== 200) throw new Error(`Refused with ${statusCode}: ${text.slice(0, 500)}`);
    // The product's own answer; a bench reads only the fields that it needs.
    const { data, pagination } = JSON.parse(text) as {
      data: { _id: string }[];
      pagination: { total: number };
    };
    return { ids: data.map(({ _id }) => _id), total: pagination.total, ms };
  }
  return { ask, close: () => pool.close() };
}
