import { filledBy, type PlaceholderValue, type PlaceholderValues, piecesOf, textOf } from './placeholders.ts';

/** One value in a path, a query or a form: whatever it holds, it stays one value. */
export const percent = (value: PlaceholderValue) =>
  encodeURIComponent(textOf(value)).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A template of an address or a form: text as it stands, values percent-encoded. */
export function fillForm(template: string, values: PlaceholderValues): string {
  return piecesOf(template)
    .map((piece) => (piece.kind === 'text' ? piece.text : percent(filledBy(values, piece.name))))
    .join('');
}

/** `key=value&…`, both percent-encoded. */
export const formOf = (fields: readonly (readonly [string, PlaceholderValue])[]): string =>
  fields.map(([key, value]) => `${percent(key)}=${percent(value)}`).join('&');

/**
 * An address: values percent-encoded, more fields behind its own query. A segment of the path that a value turned
 * into `.` or `..` is left empty, since encoded dots, too, would lead up and out of the path that was meant.
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

/** What may stand in a header: what a wire cannot carry is percent-encoded, control signs (CR and LF) become spaces. */
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
 * A JSON template. Within quotes a value is the inside of a string; outside it is a value of its own: text in quotes,
 * numbers, true, false and null as they are.
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
 * Whether a template is JSON whatever its values: tried with text, a number and null in every place at once, since
 * a place that takes all three takes any value.
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
