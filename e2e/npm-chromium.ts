import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { environmentWith } from '@crm/platform/config/config.ts';
import { extract } from 'tar-fs';
import { z } from 'zod';

/** The executable, and the environment variables that it needs on this machine. */
export type NpmChromium = { executablePath: string; env: NodeJS.ProcessEnv };

/** Contains a browser, the libraries that a bare Linux lacks (NSS, Expat), and Open Sans. */
const packed = fileURLToPath(new URL('../../', import.meta.resolve('@sparticuz/chromium')));
/** The scripts in our demo data that Open Sans lacks; the rupee sign is in Devanagari. */
const moreFonts = [
  import.meta.resolve('@expo-google-fonts/noto-sans-arabic/package.json'),
  import.meta.resolve('@expo-google-fonts/noto-sans-bengali/package.json'),
  import.meta.resolve('@expo-google-fonts/noto-sans-devanagari/package.json'),
  import.meta.resolve('@expo-google-fonts/noto-sans-tamil/package.json'),
].map((file) => path.dirname(fileURLToPath(file)));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(path.join(packed, 'package.json'), 'utf8')));
const unpacked = path.resolve(import.meta.dirname, `../.cache/chromium-${version}`);
const program = path.join(unpacked, 'chromium');

/**
 * Prepares the Chromium from npm. Its own loader detects systems by name and unpacks into the shared
 * temporary folder; this one starts the executable to detect missing libraries, and keeps the files in
 * .cache.
 */
export async function npmChromium(): Promise<NpmChromium> {
  if (!existsSync(unpacked)) await unpack();
  const fonts = { FONTCONFIG_FILE: path.join(unpacked, 'fonts.conf') };
  const withItsLibraries = { ...fonts, LD_LIBRARY_PATH: path.join(unpacked, 'lib') };
  // The system's libraries are newer and match each other, so they are preferred if none is missing.
  const tries = [fonts, withItsLibraries].map((set) => {
    const env = environmentWith(set);
    return { env, ...spawnSync(program, ['--version'], { env, encoding: 'utf8' }) };
  });
  const starts = tries.find(({ status }) => status === 0);
  if (starts) return { executablePath: program, env: starts.env };
  const why = tries.map(({ stderr, error }) => stderr?.trim() || error?.message).join('\n');
  throw new Error(
    `The Chromium of npm does not start on this machine; set CHROMIUM_PATH to another:\n${why}`,
  );
}

/** Unpacks into a temporary folder and renames it, so that a killed run leaves no partial browser. */
async function unpack(): Promise<void> {
  const folder = `${unpacked}.${process.pid}`;
  await mkdir(folder, { recursive: true });
  const open = (name: string, to: NodeJS.WritableStream) =>
    pipeline(createReadStream(path.join(packed, 'bin', name)), createBrotliDecompress(), to);
  await Promise.all([
    open('chromium.br', createWriteStream(path.join(folder, 'chromium'), { mode: 0o755 })),
    open('al2023.tar.br', extract(folder)),
    open('fonts.tar.br', extract(folder)),
  ]);
  await writeFile(path.join(folder, 'fonts.conf'), fontsConf);
  try {
    await rename(folder, unpacked);
  } catch (error) {
    if (!existsSync(unpacked)) throw error;
    await rm(folder, { recursive: true }); // another run was first
  }
}

/** The system's fonts, then those from npm: a bare system has none, and its texts would be blank. */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  ${[path.join(unpacked, 'fonts'), ...moreFonts].map((folder) => `<dir>${folder}</dir>`).join('\n  ')}
  <cachedir>${path.join(unpacked, 'fonts-cache')}</cachedir>
</fontconfig>
`;
