/**
 * An order id for a lead that came without one, short enough to be read out on the phone. It follows from the command
 * alone: the same command sent again after midnight must come to the same lead.
 */
export function newOrderId(id: string): string {
  const digits = id.replaceAll('-', '').toUpperCase();
  return `${digits.slice(0, 6)}-${digits.slice(6, 12)}`;
}
