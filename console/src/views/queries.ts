import { listViews } from '@crm/contracts/views/views.ts';
import { read } from '../api/read.ts';

/** The user's own and the shared views. Owner names are part of it, hence the topic users. */
export const viewList = read(listViews, {}, { topics: ['views', 'users'] });
