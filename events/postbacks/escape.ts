import { filledBy, type PlaceholderValue, type PlaceholderValues, piecesOf, textOf } from './placeholders.ts';

/** Percent-encodes one value for a path, query or form, so that it stays one value. */
export const percent = (value: PlaceholderValue) =>
  encodeURIComponent(textOf(value)).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Fills a template of a URL or form: text unchanged, values percent-encoded. */
export function fillForm(template: string, values: PlaceholderValues): string {
  return piecesOf(template)
    .map((piece) => (piece.kind === 'text' ? piece.text : percent(filledBy(values, piece.name))))
    .join('');
}

/** `key=value&…`, both percent-encoded. */
export const formOf = (fields: readonly (readonly [string, PlaceholderValue])[]): string =>
  fields.map(([key, value]) => `${percent(key)}=${percent(value)}`).join('&');

/**
 * Fills a URL: values percent-encoded, extra fields appended to its query. A path segment that a value turned into `.`
 * or `..` becomes empty, because even encoded dots would leave the intended path.
 */
export function fillUrl(
  template: string,
  values: PlaceholderValues,
  more: readonly (readonly [string, PlaceholderValue])[] = [],
): string {
  const [whole = ''] = template.split('#');
  const cut = whole.indexOf('?');
  const path = cut < 0 ? whole : whole.slice(0, cut);
  const query = cut < 0 ? '' : whole.slice(cut + 1);
  const filled = path
    .split('/')
    .map((segment) => {
      const shown = fillForm(segment, values);
      return shown !== segment && /^(?:\.|%2e){1,2}$/i.test(shown) ? '' : shown;
    })
    .join('/');
  const all = [fillForm(query, values), formOf(more)].filter((part) => part !== '').join('&');
  return all === '' ? filled : `${filled}?${all}`;
}

/**
 * Converts a value to header text: control characters (CR and LF) become spaces, other non-ASCII characters are
 * percent-encoded.
 */
const headerText = (value: PlaceholderValue) =>
  textOf(value)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[^ -~]+/g, encodeURIComponent);

export function fillHeader(template: string, values: PlaceholderValues): string {
  return piecesOf(template)
    .map((piece) => headerText(piece.kind === 'text' ? piece.text : filledBy(values, piece.name)))
    .join('')
    .trim();
}

/**
 * Fills a JSON template. Inside quotes a value becomes a part of the string; outside it becomes a JSON value: text in
 * quotes; numbers, true, false and null unchanged.
 */
export function fillJson(template: string, values: PlaceholderValues): string {
  return fillJsonWith(template, (name) => filledBy(values, name));
}

function fillJsonWith(template: string, valueFor: (name: string) => PlaceholderValue): string {
  let within = false;
  return piecesOf(template)
    .map((piece) => {
      if (piece.kind === 'text') {
        within = withinQuotesAfter(piece.text, within);
        return piece.text;
      }
      const value = valueFor(piece.name);
      if (within) return JSON.stringify(textOf(value)).slice(1, -1);
      return JSON.stringify(typeof value === 'string' ? textOf(value) : value);
    })
    .join('');
}

function withinQuotesAfter(text: string, before: boolean): boolean {
  let within = before;
  for (let at = 0; at < text.length; at += 1) {
    if (within && text[at] === '\\') at += 1;
    else if (text[at] === '"') within = !within;
  }
  return within;
}

/**
 * Whether a template is valid JSON for any values. It is tested with text, a number and null in all places, because a
 * place that accepts these three accepts any value.
 */
export function isJsonTemplate(template: string): boolean {
  return ['x', 0, null].every((sample) => {
    try {
      JSON.parse(fillJsonWith(template, () => sample));
      return true;
    } catch {
      return false;
    }
  });
}
