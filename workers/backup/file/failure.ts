/** The backup or restore cannot be done. The message says in one line what is wrong and what to do. */
export class BackupFailed extends Error {
  override name = 'BackupFailed';
}
