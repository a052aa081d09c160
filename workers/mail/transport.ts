import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '@crm/platform/config/config.ts';
import type { Mail } from './content.ts';

/** Accepted for delivery, or refused for good: the same mail would be refused again. */
type MailOutcome = { kind: 'accepted' } | { kind: 'refused'; reason: string };

export type MailTransport = {
  /** @throws {MailNotAccepted} when a later attempt may succeed */
  send(mail: Mail): Promise<MailOutcome>;
  /** Deletes files of the outbox that are older than this; a mail server keeps none of ours. */
  sweep(olderThanDays: number): Promise<void>;
};

/** The mail was not accepted this time. The message contains no addresses, unlike the answers of mail servers. */
export class MailNotAccepted extends Error {
  override name = 'MailNotAccepted';
}

/** Opens the way out for mails: an SMTP server, or a folder of .eml files without one. */
export function openMailTransport(config: Config['mail']): MailTransport {
  return config.kind === 'smtp' ? smtp(config) : outbox(config);
}

/** Limits in ms; the library's own are up to ten minutes, and a stopping process waits for a running mail. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The library is loaded with the first mail: it takes 0.05 s of processor time, and many processes send none. */
const library = () => import('nodemailer');

/** One connection per mail. The URL's password stays in here: the library's log is off. */
function smtp({ url, from }: { url: string; from: string }): MailTransport {
  return {
    async send(mail) {
      const server = (await library()).createTransport({ url, ...TIMEOUTS });
      try {
        await server.sendMail(messageOf(mail, from));
        return { kind: 'accepted' };
      } catch (error) {
        const failure = failureOf(error);
        if (failure.permanent) return { kind: 'refused', reason: failure.reason };
        throw new MailNotAccepted(failure.reason);
      }
    },
    sweep: async () => {},
  };
}

/** The file name is equal in every attempt, so a repeated mail replaces its file. */
function outbox({ folder, from }: { folder: string; from: string }): MailTransport {
  return {
    async send(mail) {
      const { createTransport } = await library();
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await composer.sendMail(messageOf(mail, from));
      if (!Buffer.isBuffer(message)) throw new Error('The library composes a Buffer with `buffer: true`');
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${mail.at.toISOString().replaceAll(':', '-')} ${mail.id}.eml`);
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file); // readers never see half a mail
      return { kind: 'accepted' };
    },
    async sweep(olderThanDays) {
      const before = Date.now() - olderThanDays * 86_400_000;
      const names = await readdir(folder).catch(() => []); // no mail yet
      for (const name of names) {
        const file = path.join(folder, name);
        const isOld = (await stat(file)).mtimeMs < before;
        if (isOld && /\.eml(\.part)?$/.test(name)) await rm(file, { force: true });
      }
    },
  };
}

function messageOf({ id, at, to, subject, text, html, attachments }: Mail, from: string) {
  return {
    // Equal in every attempt: mail servers and programs recognise a repetition by it.
    messageId: `<${id}@${domainOf(from)}>`,
    date: at,
    from,
    // An object, so that a comma in an address never makes two recipients.
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: attachments.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: bytes,
    })),
    // Tells other programs not to answer, for example with an absence notice.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const domainOf = (from: string) => from.replace(/>$/, '').split('@').at(-1) ?? 'localhost';

type Failure = { permanent: boolean; reason: string };

/**
 * Classifies an error of the library. Only an answer about the recipient or the content is final. A refused sign-in,
 * sender or connection concerns every mail: an admin of the installation corrects the settings, and the mails go out.
 * Reasons contain codes and no texts of the server, which often repeat addresses.
 */
function failureOf(error: unknown): Failure {
  const { code, command, responseCode, response } = isObject(error) ? error : {};
  const status = typeof responseCode === 'number' ? responseCode : null;
  if (code === 'EAUTH' || code === 'ENOAUTH' || status === 530)
    return { permanent: false, reason: `The mail server refused the sign-in${codesOf(status, response)}` };
  if (status === null)
    return {
      permanent: code === 'EENVELOPE',
      reason:
        code === 'EENVELOPE'
          ? 'The address is not valid'
          : `The mail server could not be reached (${typeof code === 'string' ? code : 'unknown error'})`,
    };
  if (command !== 'RCPT TO' && command !== 'DATA')
    return {
      permanent: false,
      reason: `The mail server refused the sender or the connection${codesOf(status, response)}`,
    };
  // 503 is about the state of the connection, not about the mail (RFC 5321, 4.2).
  return {
    permanent: status >= 500 && status !== 503,
    reason: `The mail server did not accept the mail${codesOf(status, response)}`,
  };
}

/** The reply code with the enhanced code of RFC 3463: ' (550 5.1.1)'. */
function codesOf(status: number | null, response: unknown): string {
  if (status === null) return '';
  const enhanced =
    typeof response === 'string' ? /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined;
  return ` (${[status, enhanced].filter((each) => each !== undefined).join(' ')})`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
