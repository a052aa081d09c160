/** An order id for a lead that came without one: the day, and enough of the command's own id to be alone. */
export function newOrderId(now: Date, id: string): string {
  const day = now.toISOString().slice(2, 10).replaceAll('-', '');
  return `${day}-${id.replaceAll('-', '').slice(0, 10).toUpperCase()}`;
}
