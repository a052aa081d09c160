import { plural } from '../../format/count.ts';

/** The texts of the form for a new lead and for an edit. */
export const leadFormTexts = {
  new: {
    tab: 'New Lead',
    title: 'Create Lead',
    save: 'Create Lead',
    saved: 'Lead created successfully',
  },
  edit: {
    title: (orderId: string) => `Edit Order ${orderId}`,
    save: 'Update Lead',
    saved: 'Lead updated successfully',
    openLead: 'Back to Lead',
  },
  customer: {
    title: 'Customer',
    phoneLocked: 'Only an admin can change the phone.',
  },
  address: {
    title: 'Address',
    noCountry: 'No country',
  },
  product: {
    title: 'Product',
    offer: 'Offer',
    customProduct: 'Custom Product',
    total: 'Total',
  },
  additional: {
    title: 'Additional',
    orderId: 'Order ID',
    orderIdHint: 'Leave blank to generate one.',
  },
  duplicates: {
    label: 'Possible duplicate',
    exist: (n: number) =>
      plural(n, {
        one: 'A lead with this phone or email already exists',
        other: '# leads with this phone or email already exist',
      }),
    more: (n: number) => `and ${n} more`,
    /** `save`: the label of the button. */
    saveAnyway: (save: string) => `${save} saves it all the same.`,
  },
};
