import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { SheetWrong } from './sheet.ts';

export type Element = { name: string; attributes: Readonly<Record<string, string>> };

/** Callbacks for the elements and text of an XML part. Element names have no namespace prefix. */
export type XmlHandlers = {
  open?(element: Element): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Limit of bytes between two tags: the parser keeps a whole tag or text in memory, and no valid one is longer. */
const LONGEST = 2 * 1024 * 1024;

/**
 * Characters parsed between two yields. They can reference shared strings for 170 cells of 32,767 characters each, so
 * the rows of one piece stay below 12 MB.
 */
const PIECE = 4096;

/** The encoding by the first byte, which is of a byte order mark in UTF-16. */
function encodingOf(first: number | undefined): string {
  if (first === 0xff) return 'utf-16le';
  return first === 0xfe ? 'utf-16be' : 'utf-8';
}

/**
 * Parses XML while its bytes arrive. Yields after each piece, so that the caller can pass rows on.
 * @throws SheetWrong when the XML is malformed, declares a doctype, or has a tag or text that is too long
 */
export async function* parseXml(
  name: string,
  bytes: AsyncIterable<Buffer>,
  { open, close, text }: XmlHandlers,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false });
  let silent = 0;
  const wrong = (why: string) => new SheetWrong(`The part ${name} of the workbook cannot be read: ${why}`);
  parser.on('error', (error) => {
    throw wrong(error.message);
  });
  parser.on('doctype', () => {
    throw wrong('it declares entities');
  });
  parser.on('opentag', (tag) => {
    silent = 0;
    // The parser runs without the `xmlns` option, so attributes are strings.
    open?.({ name: bare(tag.name), attributes: tag.attributes as Record<string, string> });
  });
  parser.on('closetag', (tag) => {
    silent = 0;
    close?.(bare(tag.name));
  });
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  let decoder: TextDecoder | null = null;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk[0]));
    silent += chunk.length;
    const text = decoder.decode(chunk, { stream: true });
    for (let at = 0; at < text.length; at += PIECE) {
      parser.write(text.slice(at, at + PIECE));
      yield;
    }
    if (silent > LONGEST) throw wrong('a value in it is too long');
  }
  parser.close();
  yield;
}

/** Limit of elements in a part kept in memory: Excel allows 65,490 cell formats of about three elements each. */
const MOST_ELEMENTS = 500_000;

/** Parses a whole part whose elements the caller keeps in memory. @throws SheetWrong beyond 500,000 elements */
export async function parseXmlInMemory(
  name: string,
  bytes: AsyncIterable<Buffer>,
  { open, ...handlers }: XmlHandlers,
): Promise<void> {
  let elements = 0;
  const counting = (element: Element) => {
    elements += 1;
    if (elements > MOST_ELEMENTS)
      throw new SheetWrong(
        `The part ${name} of the workbook has more than ${MOST_ELEMENTS.toLocaleString('en-US')} elements: copy the rows into a new workbook, or save it as .csv`,
      );
    open?.(element);
  };
  for await (const _ of parseXml(name, bytes, { ...handlers, open: counting }));
}

function bare(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** Returns an attribute by its name without namespace prefix: `id` finds `r:id`. */
export function attribute(element: Element, name: string): string | undefined {
  const { attributes } = element;
  if (attributes[name] !== undefined) return attributes[name];
  const prefixed = Object.keys(attributes).find((key) => bare(key) === name);
  return prefixed === undefined ? undefined : attributes[prefixed];
}

/**
 * Decodes escapes such as _x000D_, each one UTF-16 unit that XML cannot contain. The result can have a lone surrogate;
 * the check of the row reports it.
 */
export const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
