import { APPEND_NEW_STREAM, appendNewStream } from '@crm/platform/commands/new-stream.ts';
import { job } from '@crm/platform/jobs/job.ts';

/** Records a sign-out that its command could not record (command-api/auth/logout.ts); otherwise it changes nothing. */
export const recordSignOut = job({
  ...APPEND_NEW_STREAM,
  async run(signOut, { store }) {
    await appendNewStream(store, signOut);
  },
});
