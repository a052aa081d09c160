import type * as postbacksContract from '@crm/contracts/postbacks/postbacks.ts';
import { address } from '../api/address.ts';
import { call } from '../api/client.ts';
import type { Finder } from '../keys/finder.ts';
import { paths } from '../paths.ts';
import { postbackTexts } from './texts.ts';

/** Finds postbacks with the search of their list, and opens their logs. */
export const findPostbacks: Finder['find'] = async (text, signal) => {
  const { data } = await call(
    address<typeof postbacksContract.listPostbacks>('GET', '/postbacks'),
    { query: { search: text, limit: 5 } },
    { signal },
  );
  return data.map(({ _id, name, url, isActive }) => ({
    id: _id,
    label: name,
    detail: isActive ? url : postbackTexts.list.foundInactive(url),
    to: paths.postbacks.logs(_id),
  }));
};
