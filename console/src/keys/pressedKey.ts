type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** The characters of a US keyboard by physical key: without and with Shift. */
const punctuation: Readonly<Record<string, readonly [string, string]>> = {
  Slash: ['/', '?'],
  Period: ['.', '>'],
  Comma: [',', '<'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Digit3: ['3', '#'],
};

/**
 * The character of a shortcut that was typed; null for Enter, arrows and other named keys. A layout without
 * Latin letters (Devanagari, Arabic, Cyrillic) has none of the keymap's characters, so the physical key counts
 * there. A Latin layout counts by character: `a` is another physical key on a French keyboard.
 */
export function pressedKey({ key, code, shiftKey }: Pressed): string | null {
  if (/^[\x20-\x7e]$/.test(key)) return key;
  if (/^[A-Za-z0-9]+$/.test(key)) return null;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  const marks = punctuation[code];
  if (marks) return marks[shiftKey ? 1 : 0];
  return /^Digit(\d)$/.exec(code)?.[1] ?? null;
}

/** Whether Ctrl, Alt or ⌘ is held. AltGr types a character: `[` and `#` on many European keyboards. */
export function isCommand(event: KeyboardEvent): boolean {
  if (event.getModifierState('AltGraph')) return false;
  return event.ctrlKey || event.metaKey || event.altKey;
}
