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

/** Applies the tenant's colour and stores it, so that the next page load starts with it. */
export function applyTenantTheme(colour: string): void {
  localStorage.setItem(KEY, colour);
  paint(colour);
}

/** Restores the default colour after sign-out. */
export function resetTenantTheme(): void {
  localStorage.removeItem(KEY);
  paint(DEFAULT_THEME);
}

/** Applies the colour of the last page load until the signed-in user's colour is loaded. */
export function restoreTenantTheme(): void {
  paint(localStorage.getItem(KEY) ?? DEFAULT_THEME);
}
