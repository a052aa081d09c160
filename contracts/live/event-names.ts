/** The names of the Socket.IO events of the live connection. Without zod, because the console connects before it loads zod. */

/** A message is a `Hint` (hint.ts). */
export const HINT_EVENT = 'hint';
/** Sent to the sockets of a revoked session before they are closed. */
export const SIGNED_OUT_EVENT = 'signed-out';
/** Sent when hints may have been lost: the console refetches all visible data within about a second. */
export const READ_AGAIN_EVENT = 'read-again';
