/** The URL that calls a phone number; separators are dropped. */
export const telOf = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** Calls a number with the device or the program that handles calls. */
export function dial(phone: string): void {
  const link = document.createElement('a');
  link.href = telOf(phone);
  link.click();
}
