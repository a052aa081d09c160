import { listViews } from '@crm/contracts/views/views.ts';
import { read } from '../api/read.ts';

/** One's own views and those that are shared; they show whose they are. */
export const viewList = read(listViews, {}, { topics: ['views', 'users'] });
