import { call } from '../api/client.ts';
import type { Finder } from '../keys/finder.ts';
import { paths } from '../paths.ts';

/** Ctrl K finds postbacks with the search of their list, and opens their logs. */
export const findPostbacks: Finder = {
  group: 'Postbacks',
  find: async (text, signal) => {
    // Loaded on the first search: the contract includes the schema of the whole form.
    const { listPostbacks } = await import('@crm/contracts/postbacks/postbacks.ts');
    const { data } = await call(listPostbacks, { query: { search: text, limit: 5 } }, { signal });
    return data.map(({ _id, name, url, isActive }) => ({
      id: _id,
      label: name,
      detail: isActive ? url : `${url} · Inactive`,
      to: paths.postbacks.logs(_id),
    }));
  },
};
