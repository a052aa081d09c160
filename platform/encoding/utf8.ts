import { isAscii, isUtf8 } from 'node:buffer';

/** Whether bytes are a text in UTF-8, perhaps with damaged letters. See Utf8Check. */
export function looksLikeUtf8(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return true;
  const check = new Utf8Check();
  check.add(bytes);
  return check.passes();
}

/**
 * Tells UTF-8 from Windows-1252 in bytes that come in pieces. A program that cuts a text after a number of bytes damages a
 * letter, and one damaged letter must not make all others unreadable. So the letters of several bytes are compared with
 * the errors: the accents of Windows-1252 are errors in UTF-8, and nearly no text in it has a sequence that UTF-8 takes for a
 * letter ('Ã¼').
 */
export class Utf8Check {
  #letters = 0;
  #errors = 0;
  /** A byte order mark says UTF-8. */
  #isMarked: boolean | null = null;
  /** How many bytes the current letter lacks, and the range of the next one. */
  #missing = 0;
  #from = 0x80;
  #to = 0xbf;

  add(bytes: Buffer): void {
    this.#isMarked ??= bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    if (this.#missing === 0 && isAscii(bytes)) return;
    for (let at = 0; at < bytes.length; at += 1) this.#next(bytes[at] ?? 0);
  }

  /** Whether the bytes so far are UTF-8. Call it after the last `add`. */
  passes(): boolean {
    const errors = this.#errors + (this.#missing > 0 ? 1 : 0);
    return this.#isMarked === true || this.#letters >= errors;
  }

  #next(byte: number): void {
    if (this.#missing > 0) {
      const fits = byte >= this.#from && byte <= this.#to;
      this.#missing = fits ? this.#missing - 1 : 0;
      [this.#from, this.#to] = [0x80, 0xbf];
      if (!fits) this.#errors += 1;
      else if (this.#missing === 0) this.#letters += 1;
      if (fits) return;
    }
    if (byte < 0x80) return;
    // Table 3-7 of the Unicode standard: which bytes may follow the first one of a letter.
    if (byte < 0xc2 || byte > 0xf4) this.#errors += 1;
    else if (byte < 0xe0) this.#missing = 1;
    else this.#missing = byte < 0xf0 ? 2 : 3;
    if (byte === 0xe0) this.#from = 0xa0;
    if (byte === 0xed) this.#to = 0x9f;
    if (byte === 0xf0) this.#from = 0x90;
    if (byte === 0xf4) this.#to = 0x8f;
  }
}
