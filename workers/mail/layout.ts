import type { MailText } from './content.ts';
import { type Html, html } from './html.ts';

/** The parts of a mail that a template fills in. Mail programs agree on tables and few styles, so every mail has this form. */
export type MailParts = {
  subject: string;
  /** One sentence: what the mail is about. */
  opening: string;
  /** Facts below it, each on a line. */
  facts: readonly { name: string; value: string }[];
  /** The one thing that the reader may do. */
  action: { label: string; url: string };
  /** Why the reader gets this mail, and how to end it. */
  reason: string;
};

/** Writes a mail as text and as HTML with the same content. */
export function layOut(parts: MailParts): MailText {
  const { subject, opening, facts, action, reason } = parts;
  const text = [
    opening,
    facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    `${action.label}:\n${action.url}`,
    `-- \n${reason}`, // the separator of a signature
  ];
  return {
    subject: oneLine(subject),
    text: `${text.join('\n\n')}\n`,
    html: page(parts).html,
  };
}

/** A header is one line. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function page({ subject, opening, facts, action, reason }: MailParts): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p dir="auto">${opening}</p>
<table role="presentation" style="border-collapse:collapse">
${facts.map(
  ({ name, value }) => html`<tr>
<td style="padding:4px 16px 4px 0;vertical-align:top;white-space:nowrap;opacity:.75">${name}</td>
<td dir="auto" style="padding:4px 0;vertical-align:top;word-break:break-word">${value}</td>
</tr>`,
)}
</table>
<p style="margin:24px 0"><a href="${action.url}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#2563eb;color:#ffffff;text-decoration:none">${action.label}</a></p>
<p style="font-size:13px;opacity:.75">${reason}</p>
</div>
</body>
</html>
`;
}
