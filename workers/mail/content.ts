import { z } from 'zod';

/** The parts of a mail that a template writes. The two bodies say the same. */
export type MailText = { subject: string; text: string; html: string };

/** The content of a mail as it waits in the queue. An attachment is a file of the tenant (platform/files). */
export const MailContent = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ file: z.string(), name: z.string(), type: z.string() })),
});
export type MailContent = z.infer<typeof MailContent>;

/**
 * The content of a mail with a secret in it, for example the token of a link: encrypted while it waits (AES-256-GCM under
 * SECRET_KEY, in base64), so that a copy of the database reveals none.
 */
export type SealedContent = { sealed: string };

/** A mail to one recipient, ready to be sent. */
export type Mail = MailText & {
  id: string;
  /** The time of its cause: equal in every attempt. */
  at: Date;
  to: string;
  attachments: { name: string; type: string; bytes: Buffer }[];
};
