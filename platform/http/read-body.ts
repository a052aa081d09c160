import { isUtf8 } from 'node:buffer';
import { type ParsedUrlQuery, parse } from 'node:querystring';
import { looksLikeUtf8 } from '../encoding/utf8.ts';

/** The charset in a content type, unless it is UTF-8. */
const OTHER_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8)([^\s;"]+)/i;

/**
 * Parses a JSON body. A prototype inside is kept as a field, which checkInput refuses by name.
 *
 * @returns null when the text is not JSON; an empty body has no value
 */
export function jsonOf(bytes: Buffer, contentType: string): { value: unknown } | null {
  if (bytes.length === 0) return { value: undefined };
  const text = decoded(bytes, utf16Of(bytes) ?? encodingOf(bytes, contentType));
  try {
    return { value: JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) };
  } catch {
    return null;
  }
}

/** Parses a form-encoded body. A field that is sent twice is a list. */
export function formOf(bytes: Buffer, contentType: string): ParsedUrlQuery {
  const utf8 = bytes.toString('utf8');
  // Node's own decoding reads only UTF-8. It is ten times as fast.
  if (!OTHER_CHARSET.test(contentType) && isUtf8(bytes) && isDecodable(utf8))
    return parse(utf8, '&', '=', { maxKeys: 0 });
  // Each character is a byte.
  const text = bytes.toString('latin1');
  const encoding = encodingOf(unescaped(text), contentType);
  const decode = (part: string) => (/[%\x80-\xff]/.test(part) ? decoded(unescaped(part), encoding) : part);
  return parse(text, '&', '=', { maxKeys: 0, decodeURIComponent: decode });
}

/**
 * The byte order of a JSON text in UTF-16, by its mark or its first character, which is always ASCII. Null for another
 * encoding.
 */
function utf16Of([first, second]: Buffer): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null;
}

/**
 * The encoding of a body: the declared one if the bytes are valid in it; otherwise UTF-8, also with damaged letters, or
 * Windows-1252, as in uploads. Many programs declare ISO-8859-1 whatever they send, so it does not count.
 */
function encodingOf(bytes: Buffer, contentType: string): string {
  const declared = OTHER_CHARSET.exec(contentType)?.[1];
  if (declared !== undefined && isIn(bytes, declared)) return declared;
  return looksLikeUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** Whether bytes are valid in an encoding that is known and is not ISO-8859-1, which is a name of Windows-1252 (WHATWG). */
function isIn(bytes: Buffer, label: string): boolean {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    decoder.decode(bytes);
    return decoder.encoding !== 'windows-1252';
  } catch {
    return false;
  }
}

const decoded = (bytes: Buffer, encoding: string): string =>
  encoding === 'utf-8' ? bytes.toString('utf8') : new TextDecoder(encoding).decode(bytes);

/** Whether all escapes of a form are complete and in UTF-8. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The bytes of a form's text, with those of its escapes; an incomplete escape stays as it is. */
function unescaped(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const hex = bytes[at] === 0x25 ? text.slice(at + 1, at + 3) : '';
    const isEscape = /^[0-9a-f]{2}$/i.test(hex);
    bytes[length] = isEscape ? Number.parseInt(hex, 16) : (bytes[at] ?? 0);
    length += 1;
    if (isEscape) at += 2;
  }
  return bytes.subarray(0, length);
}
