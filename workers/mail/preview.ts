import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MailText } from './content.ts';
import { emailChangedMail, emailChangedSample } from './templates/email-changed.ts';
import { expiryNoticeMail, expiryNoticeSample } from './templates/expiry-notice.ts';
import { invitationMail, invitationSample } from './templates/invitation.ts';
import { passwordLinkMail, passwordLinkSample } from './templates/password-link.ts';
import { receiptMail, receiptSample } from './templates/receipt.ts';
import { scheduledReportMail, scheduledReportSample } from './templates/scheduled-report.ts';
import { userInvitationMail, userInvitationSample } from './templates/user-invitation.ts';
import { welcomeMail, welcomeSample } from './templates/welcome.ts';

/** Every template with its sample data. */
const samples: Record<string, MailText> = {
  'email-changed': emailChangedMail(emailChangedSample),
  'expiry-notice': expiryNoticeMail(expiryNoticeSample),
  'expiry-notice-ended': expiryNoticeMail({ ...expiryNoticeSample, daysLeft: 0 }),
  invitation: invitationMail(invitationSample),
  'password-link': passwordLinkMail(passwordLinkSample),
  receipt: receiptMail(receiptSample),
  'scheduled-report': scheduledReportMail(scheduledReportSample),
  'user-invitation': userInvitationMail(userInvitationSample),
  welcome: welcomeMail(welcomeSample),
};

/** `npm run mail-preview -- FOLDER` writes every template with sample data, as .html and .txt. */
const folder = path.resolve(process.argv[2] ?? 'data/mail-preview');
await mkdir(folder, { recursive: true });
for (const [name, { subject, text, html }] of Object.entries(samples)) {
  await writeFile(path.join(folder, `${name}.html`), html);
  await writeFile(path.join(folder, `${name}.txt`), `Subject: ${subject}\n\n${text}`);
}
process.stdout.write(`${Object.keys(samples).length} templates in ${folder}\n`);
