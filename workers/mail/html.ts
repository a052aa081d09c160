/** Text that is HTML already. Only `html` makes it, so every inserted text is escaped. */
export type Html = { readonly html: string };

type Piece = string | number | Html | readonly Html[];

/** HTML with values in it: texts are escaped, other HTML is inserted as it is. */
export function html(parts: TemplateStringsArray, ...values: Piece[]): Html {
  return { html: parts.map((part, n) => part + (n < values.length ? textOf(values[n] ?? '') : '')).join('') };
}

function textOf(value: Piece): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  return 'html' in value ? value.html : value.map((each) => each.html).join('\n');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
