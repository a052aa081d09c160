import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { deletePostback, listPostbacks } from '@crm/contracts/postbacks/postbacks.ts';
import { useQuery } from '@tanstack/react-query';
import { knownRow } from '../api/knownRow.ts';
import type { Resource } from '../pages/resource.ts';
import { paths } from '../paths.ts';
import { postbackDetail } from './queries.ts';
import { postbackTexts } from './texts.ts';

export const postbacks: Resource<Postback> = {
  noun: postbackTexts.list.noun,
  list: { to: paths.postbacks.list, title: postbackTexts.navigation.title },
  edit: paths.postbacks.edit,
  nameOf: ({ name }) => name,
  useOne: (id, enabled) => useQuery({ ...postbackDetail(id), enabled, select: ({ data }) => data.postback }),
  known: (queryClient, id) => knownRow(queryClient, listPostbacks.path, id),
  remove: deletePostback,
  listed: listPostbacks,
  topics: ['postbacks'],
  consequence: postbackTexts.list.deleteConsequence,
};
