import { compoundNames, zipNames } from '@crm/command-api/leads/container-names.ts';
import { compoundProblem, zipProblem } from '@crm/contracts/leads/upload-file.ts';
import { compound } from '@crm/workers/test/xls.ts';
import { zipOf } from '@crm/workers/test/zip.ts';
import { expect, test } from 'vitest';

/** Reads of `bytes` as of a stored file, and how many bytes were read. */
function fileOf(bytes: Buffer) {
  let amount = 0;
  const read = async (at: number, length: number) => {
    const part = bytes.subarray(at, at + length);
    amount += part.length;
    return part;
  };
  return { read, amount: () => amount };
}
const namesIn = (bytes: Buffer) => zipNames(fileOf(bytes).read, bytes.length);

test('names the parts of a zip from its directory alone', async () => {
  const large = {
    name: 'xl/media/picture.bin',
    content: { packed: Buffer.alloc(5_000_000), size: 5_000_000 },
  };
  const zip = zipOf([
    { name: '[Content_Types].xml', content: 'x' },
    large,
    { name: 'XL/Workbook.xml', content: 'y' },
  ]);
  const file = fileOf(zip);
  const names = await zipNames(file.read, zip.length);
  expect(names).toEqual(['[Content_Types].xml', 'xl/media/picture.bin', 'XL/Workbook.xml']);
  expect(zipProblem(names ?? [])).toBeNull();
  expect(file.amount()).toBeLessThan(100_000);
});

test('reads the directory of a zip with a comment, and that of an empty zip', async () => {
  const zip = zipOf([{ name: 'a.txt', content: 'x' }]);
  expect(await namesIn(Buffer.concat([zip, Buffer.from('comment')]))).toEqual(['a.txt']);
  expect(await namesIn(zipOf([]))).toEqual([]);
});

test('leaves a damaged or very large directory to the batch', async () => {
  const zip = zipOf([{ name: 'a.txt', content: 'x' }]);
  expect(await namesIn(zip.subarray(0, zip.length - 10))).toBeNull();
  expect(await namesIn(Buffer.concat([Buffer.from('before'), zip]))).toBeNull();
  const many = Array.from({ length: 12_000 }, (_, n) => ({ name: `${'long'.repeat(20)}${n}`, content: 'x' }));
  expect(await namesIn(zipOf(many))).toBeNull();
});

test('names the entries of a compound file from a few sectors', async () => {
  const streams = Array.from({ length: 12 }, (_, n) => `/Stream${n}`);
  const file = fileOf(compound(...streams, '/Workbook'));
  const names = await compoundNames(file.read);
  expect(names).toEqual(expect.arrayContaining(['Stream0', 'Stream11', 'Workbook']));
  expect(compoundProblem(names ?? [])).toBeNull();
  expect(file.amount()).toBeLessThan(10_000);
});

test('leaves a compound file that is cut off, or whose directory has no end, to the batch', async () => {
  const whole = compound('/Workbook');
  for (const length of [8, 511, 600, 1500])
    expect(await compoundNames(fileOf(whole.subarray(0, length)).read)).toBeNull();
  const endless = Buffer.from(whole);
  const directory = endless.readUInt32LE(48);
  endless.writeUInt32LE(directory, (endless.readUInt32LE(76) + 1) * 512 + directory * 4);
  const file = fileOf(endless);
  expect(await compoundNames(file.read)).toBeNull();
  expect(file.amount()).toBeLessThan(20_000);
});
