import { parseHex } from './color.ts';
import { DEFAULT_THEME, themeOf } from './shades.ts';

const KEY = 'theme';

function paint(colour: string): void {
  const theme = themeOf(parseHex(colour) ? colour.toLowerCase() : DEFAULT_THEME);
  const style = document.documentElement.style;
  style.setProperty('--primary', theme.primary);
  style.setProperty('--primary-hover', theme.primaryHover);
  style.setProperty('--avatar-hover', theme.avatarHover);
  style.setProperty('--on-primary', theme.onPrimary);
  style.setProperty('--primary-text-light', theme.textOnLight);
  style.setProperty('--primary-text-dark', theme.textOnDark);
}

/** Shows the tenant's colour at once and remembers it, so that the next load starts in it. */
export function applyTenantTheme(colour: string): void {
  localStorage.setItem(KEY, colour);
  paint(colour);
}

/** Back to the default colour: nobody is signed in. */
export function resetTenantTheme(): void {
  localStorage.removeItem(KEY);
  paint(DEFAULT_THEME);
}

/** The colour of the last page load, until the signed-in user's own arrives. */
export function restoreTenantTheme(): void {
  paint(localStorage.getItem(KEY) ?? DEFAULT_THEME);
}
