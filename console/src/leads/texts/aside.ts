/** The texts of the leads over the limit of the plan, in English. */
export const asideLeadTexts = {
  title: 'Leads over the Limit',
  subtitle: 'They come in by themselves, the oldest first, when the limit of the plan allows it',
  one: 'lead',
  many: 'leads',
  row: (orderId: string) => `order ${orderId}`,
  columns: {
    order: 'Order ID',
    product: 'Product',
    webmaster: 'Webmaster',
    setAside: 'Received',
    periodEnd: 'Billing Period Ends',
    actions: 'Actions',
  },
  more: (orderId: string) => `Actions of ${orderId}`,
  erase: 'Erase Personal Data',
  delete: 'Delete Lead',
  noWebmaster: '-',
  renew: 'Plan and Renewal',
  empty: 'No lead waits',
  emptyHint: 'Leads of partners over the limit of the plan would wait here',
};
