import path from 'node:path';
import { containerProblems, uploadLimits } from '@crm/contracts/leads/upload-file.ts';
import { cutText } from '@crm/events/language/text.ts';
import { formatOf, type NumberFormat } from './number-formats.ts';
import { SharedStrings } from './shared-strings.ts';
import { type Sheet, SheetWrong, sheetDetails } from './sheet.ts';
import { sheetRows } from './xlsx-rows.ts';
import { attribute, parseXml, parseXmlInMemory } from './xml.ts';
import { openZip, type Parts } from './zip.ts';

/**
 * Opens an .xlsx workbook and reads its first visible sheet while unpacking it.
 * @throws SheetWrong when the zip is damaged, or is not a workbook with a visible sheet
 */
export async function openXlsx(file: number): Promise<Sheet> {
  const parts = await openZip(file);
  const { name, part, count, since1904, related } = await firstSheet(parts);
  const formats = related.styles ? await formatsOf(parts, related.styles) : [];
  const strings = new SharedStrings();
  if (related.strings) await readStrings(parts, related.strings, strings);
  return {
    format: 'xlsx',
    details: sheetDetails(name, count),
    rows: sheetRows({ name: part, bytes: parts.read(part), strings, formats, since1904 }),
  };
}

type Related = { strings: string | null; styles: string | null };
type Found = { name: string; part: string; count: number; since1904: boolean; related: Related };

async function firstSheet(parts: Parts): Promise<Found> {
  const book = await bookOf(parts);
  const sheets: { name: string; id: string; hidden: boolean }[] = [];
  let since1904 = false;
  await parseXmlInMemory(book, parts.read(book), {
    open(element) {
      if (element.name === 'workbookPr')
        since1904 = ['1', 'true'].includes(attribute(element, 'date1904') ?? '');
      if (element.name === 'sheet')
        sheets.push({
          name: attribute(element, 'name') ?? 'Sheet',
          id: attribute(element, 'id') ?? '',
          hidden: (attribute(element, 'state') ?? 'visible') !== 'visible',
        });
    },
  });
  const folder = path.posix.dirname(book);
  const relations = await relationsOf(parts, `${folder}/_rels/${path.posix.basename(book)}.rels`, folder);
  const ofKind = (kind: string) => relations.find(({ type }) => type.endsWith(`/${kind}`))?.target ?? null;
  const visible = sheets.flatMap(({ name, id, hidden }) => {
    const relation = relations.find((each) => each.id === id);
    return !hidden && relation?.type.endsWith('/worksheet') ? [{ name, part: relation.target }] : [];
  });
  const [first] = visible;
  if (!first) throw new SheetWrong('The workbook has no sheet');
  const related = { strings: ofKind('sharedStrings'), styles: ofKind('styles') };
  return { ...first, count: visible.length, since1904, related };
}

/** Returns the name of the workbook part. @throws SheetWrong, which names the actual type, for any other zip */
async function bookOf(parts: Parts): Promise<string> {
  if (parts.has('_rels/.rels')) {
    const relations = await relationsOf(parts, '_rels/.rels', '');
    const main = relations.find(({ type }) => type.endsWith('/officeDocument'))?.target;
    if (main?.endsWith('.bin')) throw new SheetWrong(containerProblems.binary);
    if (main && parts.has(main) && main.toLowerCase().includes('workbook')) return main;
    if (main) throw new SheetWrong(containerProblems.office);
  }
  if (parts.has('content.xml') && parts.has('mimetype')) throw new SheetWrong(containerProblems.openDocument);
  throw new SheetWrong(containerProblems.archive);
}

type Relation = { id: string; type: string; target: string };

async function relationsOf(parts: Parts, name: string, folder: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  await parseXmlInMemory(name, parts.read(name), {
    open(element) {
      if (element.name !== 'Relationship' || attribute(element, 'TargetMode') === 'External') return;
      const target = attribute(element, 'Target') ?? '';
      relations.push({
        id: attribute(element, 'Id') ?? '',
        type: attribute(element, 'Type') ?? '',
        target: target.startsWith('/') ? target.slice(1) : path.posix.join(folder, target),
      });
    },
  });
  return relations;
}

/** Reads the number format of each cell style. */
async function formatsOf(parts: Parts, name: string): Promise<(NumberFormat | null)[]> {
  const codes = new Map<number, string>();
  const formats: (NumberFormat | null)[] = [];
  let inCells = false;
  await parseXmlInMemory(name, parts.read(name), {
    open(element) {
      if (element.name === 'numFmt')
        codes.set(Number(attribute(element, 'numFmtId')), attribute(element, 'formatCode') ?? '');
      if (element.name === 'cellXfs') inCells = true;
      if (inCells && element.name === 'xf') {
        const id = Number(attribute(element, 'numFmtId') ?? 0);
        formats.push(formatOf(id, codes.get(id)));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/**
 * Reads the shared strings as plain text: without formatting, and without Japanese phonetic text (rPh). Escapes stay,
 * because SharedStrings stores UTF-8 and an escape may be a lone surrogate, which UTF-8 cannot represent.
 */
async function readStrings(parts: Parts, name: string, strings: SharedStrings): Promise<void> {
  // One character more than a cell may hold, so that a cell with a longer string is refused. An escape takes seven
  // characters for one.
  const most = 7 * (uploadLimits.cellCharacters + 1);
  let current = '';
  let inText = false;
  let inAid = false;
  let full = false;
  const handlers = {
    open({ name }: { name: string }) {
      if (name === 'si') current = '';
      else if (name === 't') inText = true;
      else if (name === 'rPh') inAid = true;
    },
    close(name: string) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inAid = false;
      else if (name === 'si') full ||= !strings.add(current);
    },
    text(text: string) {
      if (inText && !inAid && current.length < most) current += cutText(text, most - current.length);
    },
  };
  for await (const _ of parseXml(name, parts.read(name), handlers))
    if (full) throw new SheetWrong('The workbook holds too many texts: save it as .csv');
  strings.flush();
}
