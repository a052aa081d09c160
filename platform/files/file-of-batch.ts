import { derivedId } from '@crm/events/derived-ids.ts';

/**
 * The id of the file that a batch (an export) writes: the same after every interruption. Apart from files.ts, which the
 * process of an export loads without the schemas of ids.
 */
export const fileOfBatch = (batch: string) => derivedId(batch, 'file');
