import type * as viewsContract from '@crm/contracts/views/views.ts';
import type { ViewedListName } from '@crm/contracts/views/views.ts';
import { address } from '../api/address.ts';
import { read } from '../api/read.ts';

/** The user's own and the shared views of a list. Owner names are part of it, so users is one of its topics. */
export const viewList = (list: ViewedListName) =>
  read(
    address<typeof viewsContract.listViews>('GET', '/views'),
    { query: { list } },
    { topics: ['views', 'users'] },
  );
