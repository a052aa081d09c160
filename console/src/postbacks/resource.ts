import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import type * as postbacksContract from '@crm/contracts/postbacks/postbacks.ts';
import { useQuery } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { knownRow } from '../api/knownRow.ts';
import { readNow } from '../api/read.ts';
import type { Resource } from '../pages/resource.ts';
import { paths } from '../paths.ts';
import { postbackDetail } from './queries.ts';
import { postbackTexts } from './texts.ts';

const listPostbacks = address<typeof postbacksContract.listPostbacks>('GET', '/postbacks');

export const postbacks: Resource<Postback> = {
  noun: postbackTexts.list.noun,
  list: { to: paths.postbacks.list, title: postbackTexts.navigation.title },
  manage: 'manage-postbacks',
  edit: paths.postbacks.edit,
  nameOf: ({ name }) => name,
  readNow: async (queryClient, id) => (await readNow(queryClient, postbackDetail(id))).data.postback,
  useOne: (id, enabled) =>
    useQuery({
      ...postbackDetail(id),
      enabled,
      select: ({ data, stale }) => ({ entity: data.postback, stale }),
    }),
  known: (queryClient, id) => knownRow(queryClient, listPostbacks.path, id),
  remove: address<typeof postbacksContract.deletePostback>('DELETE', '/postbacks/:id'),
  listed: listPostbacks,
  topics: ['postbacks'],
  consequence: postbackTexts.list.deleteConsequence,
};
