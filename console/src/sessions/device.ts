import { browsers, systems } from './texts/devices.ts';

/** The browser and system that a User-Agent header names; null for an unknown one. */
export function deviceOf(userAgent: string | null): { browser: string | null; system: string | null } {
  const named = (list: readonly (readonly [string, string])[]) =>
    list.find(([part]) => userAgent?.includes(part))?.[1] ?? null;
  return { browser: named(browsers), system: named(systems) };
}
