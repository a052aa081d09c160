export const ORDER_ID_LENGTH = 100;
/** Whether a text is a valid order id: no spaces or commas, because the box of order ids splits at these. */
export const isOrderId = (text: string) => /^[^\s,]+$/.test(text);
