/**
 * Generates an order id for a lead without one, short enough to read out on the phone. It depends only on the command
 * id, so that a repeated command finds the same lead, also after midnight.
 */
export function newOrderId(id: string): string {
  const digits = id.replaceAll('-', '').toUpperCase();
  return `${digits.slice(0, 6)}-${digits.slice(6, 12)}`;
}
