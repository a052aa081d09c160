import type { OfferDetails } from '@crm/events/offers/events.ts';
import type { UserDetails } from '@crm/events/users/events.ts';

type DemoUser = Pick<UserDetails, 'email' | 'fullName' | 'role' | 'phone' | 'department'>;
type DemoOffer = Pick<OfferDetails, 'name' | 'category' | 'price' | 'currency' | 'stockQuantity'>;

/** `plan`: the name of the demo plan that it subscribes to. */
export type Organisation = {
  name: string;
  theme: string | null;
  plan: string;
  users: DemoUser[];
  offers: DemoOffer[];
};
/** Two organisations, to show that tenants are isolated. */
export type Organisations = readonly [Organisation, Organisation];

/** The super admin belongs to no organisation. */
export const superAdmin: DemoUser = {
  email: 'super@demo.test',
  fullName: 'Ishaan Kapoor',
  role: 'super_admin',
  phone: null,
  department: null,
};

/** The organisations of the demo; prices in minor units. */
export const organisations: Organisations = [
  {
    name: 'Demo Sales',
    theme: null,
    plan: 'Growth',
    users: [
      {
        email: 'admin@demo.test',
        fullName: 'Ananya Iyer',
        role: 'admin',
        phone: '+91 98200 11223',
        department: 'Management',
      },
      {
        email: 'operator@demo.test',
        fullName: 'Rohit Verma',
        role: 'operator',
        phone: '+91 98200 44556',
        department: 'Calling floor A',
      },
      {
        email: 'operator2@demo.test',
        fullName: 'Fatima Al Hashimi',
        role: 'operator',
        phone: '+971 50 123 4567',
        department: 'Gulf desk',
      },
    ],
    offers: [
      {
        name: 'Orthovita Joint Capsules',
        category: 'joint-health',
        price: 249900,
        currency: 'INR',
        stockQuantity: 1200,
      },
      {
        name: 'Keshya Hair Oil (केश्य तेल)',
        category: 'hair-care',
        price: 129900,
        currency: 'INR',
        stockQuantity: null,
      },
      {
        name: 'MadhuCare Diabetes Tea',
        category: 'diabetes-care',
        price: 99900,
        currency: 'INR',
        stockQuantity: 800,
      },
      {
        name: 'SlimLeaf Metabolism Drops',
        category: 'weight-loss',
        price: 3995,
        currency: 'GBP',
        stockQuantity: 350,
      },
      {
        name: 'Black Seed Oil (زيت الحبة السوداء)',
        category: 'immune-support',
        price: 14900,
        currency: 'AED',
        stockQuantity: null,
      },
    ],
  },
  {
    name: 'Rival Sales',
    theme: '#0d9488',
    plan: 'Starter',
    users: [
      {
        email: 'admin@rival.test',
        fullName: 'Harriet Hughes',
        role: 'admin',
        phone: '+44 7700 900123',
        department: null,
      },
      {
        email: 'operator@rival.test',
        fullName: 'Callum MacLeod',
        role: 'operator',
        phone: null,
        department: null,
      },
    ],
    offers: [
      { name: 'ClearSight Lutein', category: 'eye-health', price: 2995, currency: 'GBP', stockQuantity: 500 },
      {
        name: 'GutCalm Probiotic',
        category: 'digestive-health',
        price: 2450,
        currency: 'GBP',
        stockQuantity: null,
      },
    ],
  },
];
