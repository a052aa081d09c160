import { escaped, MAIN, XML_HEAD } from './xml.ts';
import type { ZipWriter } from './zip.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const RELS = 'application/vnd.openxmlformats-package.relationships+xml';

/** The name in the archive of the n-th sheet, from 0. */
export const sheetPart = (n: number): string => `xl/worksheets/sheet${n + 1}.xml`;

const FONT = '<sz val="11"/><name val="Calibri"/>';

const CORE = {
  name: 'docProps/core.xml',
  relation: `<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
  type: '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>',
};

export type Workbook = {
  sheetNames: readonly string[];
  /** The <xf> of styles.xml. Font 1 is bold; number format 164 is a date with time. */
  cellFormats: readonly string[];
  /** Shown in the properties of the file, with the name of the product. */
  createdAt?: Date;
};

/** Adds the parts of a workbook beside its sheets: what it contains, and its styles. */
export function addWorkbookParts(
  zip: Pick<ZipWriter, 'add'>,
  { sheetNames, cellFormats, createdAt }: Workbook,
): void {
  const relations = sheetNames.map(
    (_, n) =>
      `<Relationship Id="rId${n + 1}" Type="${OFFICE}/worksheet" Target="${sheetPart(n).slice('xl/'.length)}"/>`,
  );
  const sheets = sheetNames.map(
    (name, n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`,
  );
  const types = sheetNames.map(
    (_, n) => `<Override PartName="/${sheetPart(n)}" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  zip.add(
    'xl/styles.xml',
    `${XML_HEAD}<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts><fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs></styleSheet>`,
  );
  zip.add(
    'xl/workbook.xml',
    `${XML_HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
  );
  zip.add(
    'xl/_rels/workbook.xml.rels',
    `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}<Relationship Id="rId${sheetNames.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  );
  zip.add(
    '_rels/.rels',
    `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>${createdAt ? CORE.relation : ''}</Relationships>`,
  );
  zip.add(
    '[Content_Types].xml',
    `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="${RELS}"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${types.join('')}${createdAt ? CORE.type : ''}</Types>`,
  );
  if (createdAt) zip.add(CORE.name, coreXml(createdAt));
}

function coreXml(createdAt: Date): string {
  const time = `xsi:type="dcterms:W3CDTF">${createdAt.toISOString().slice(0, 19)}Z<`;
  return `${XML_HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:creator>Lead Management</dc:creator><dcterms:created ${time}/dcterms:created><dcterms:modified ${time}/dcterms:modified></cp:coreProperties>`;
}
