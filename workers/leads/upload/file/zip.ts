import type { Readable } from 'node:stream';
import { containerProblems } from '@crm/contracts/leads/upload-file.ts';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { SheetWrong } from './sheet.ts';

/** Limit of parts in a workbook; a workbook of leads has far fewer. */
const MOST_PARTS = 2_000;
/** Limit of one unpacked part. The XML of a sheet of a million rows and 20 columns takes about 800 MB. */
const MOST_BYTES = 1024 * 1024 * 1024;
/** Limit of the compression ratio of a part above 50 MB. A higher ratio means a bomb or endless empty rows. */
const MOST_RATIO = 150;
const RATIO_FROM = 50 * 1024 * 1024;

const damaged = () =>
  new SheetWrong('The .xlsx file is damaged or cut off: open it in a spreadsheet program and save it again');

/** The parts of a workbook. Names are case-insensitive. */
export type Parts = {
  has(name: string): boolean;
  /**
   * Unpacks a part while the caller reads it.
   * @throws SheetWrong when the part is missing, too large, encrypted, or not of its declared size
   */
  read(name: string): AsyncGenerator<Buffer>;
};

/** Opens a zip without unpacking anything. @throws SheetWrong when it is damaged or has more than 2,000 parts */
export async function openZip(file: number): Promise<Parts> {
  let zip: ZipFile;
  const parts = new Map<string, Entry>();
  try {
    zip = await fromFdPromise(file, { autoClose: false, strictFileNames: false });
    for await (const entry of zip.eachEntry()) {
      parts.set(entry.fileName.replace(/^\//, '').toLowerCase(), entry);
      if (parts.size > MOST_PARTS)
        throw new SheetWrong(`The file has more than ${MOST_PARTS} parts: it is no workbook of leads`);
    }
  } catch (error) {
    throw error instanceof SheetWrong ? error : damaged();
  }
  return {
    has: (name) => parts.has(name.toLowerCase()),
    read: (name) => unpacked(zip, name, parts.get(name.toLowerCase())),
  };
}

async function* unpacked(zip: ZipFile, name: string, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (!entry) throw new SheetWrong(`The workbook has no part ${name}: it is damaged`);
  if (entry.isEncrypted()) throw new SheetWrong(containerProblems.encrypted);
  const { compressedSize, uncompressedSize } = entry;
  const ratio = uncompressedSize / Math.max(1, compressedSize);
  if (uncompressedSize > MOST_BYTES || (uncompressedSize > RATIO_FROM && ratio > MOST_RATIO)) {
    const mb = Math.round(uncompressedSize / 1024 / 1024).toLocaleString('en-US');
    throw new SheetWrong(
      `The part ${name} unpacks to ${mb} MB, more than a sheet of leads has: delete empty rows and columns, or save it as .csv`,
    );
  }
  let stream: Readable | null = null;
  try {
    stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) yield chunk as Buffer; // the stream has no encoding, so its chunks are Buffers
  } catch (error) {
    if (error instanceof SheetWrong) throw error;
    // yauzl compares the unpacked bytes with the declared size.
    if (error instanceof Error && /too many bytes|not enough bytes/i.test(error.message))
      throw new SheetWrong(`The part ${name} is not as large as the file says: the file is damaged`);
    throw damaged();
  } finally {
    stream?.destroy();
  }
}
