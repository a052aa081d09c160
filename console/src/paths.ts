/**
 * Every path of the console. A page about one entity is a function of its id: links pass an id, the router
 * passes ':id'. Ids are UUIDs and need no encoding.
 */
export const paths = {
  landing: '/',
  login: '/login',
  setup: '/setup',
  forgotPassword: '/forgot-password',
  /** The page of a mailed link; the link's token is in the fragment. */
  resetPassword: '/reset-password',
  dashboard: '/dashboard',
  leads: {
    list: '/leads',
    /** The list, filtered by rejected requests. */
    rejected: '/leads?request=rejected',
    new: '/leads/new',
    one: (id: string) => `/leads/${id}`,
    edit: (id: string) => `/leads/${id}/edit`,
    /** Leads over the limit of the plan, which wait for a place. */
    aside: '/leads/aside',
    /** The leads as they were at a moment. */
    past: '/leads/past',
    upload: '/upload-leads',
    /** The upload page, showing the outcome of an earlier upload. */
    uploaded: (batchId: string) => `/upload-leads?batch=${batchId}`,
  },
  users: {
    list: '/users',
    new: '/users/new',
    one: (id: string) => `/users/${id}`,
    edit: (id: string) => `/users/${id}/edit`,
  },
  offers: {
    list: '/offers',
    new: '/offers/new',
    one: (id: string) => `/offers/${id}`,
    edit: (id: string) => `/offers/${id}/edit`,
  },
  postbacks: {
    list: '/postbacks',
    new: '/postbacks/new',
    edit: (id: string) => `/postbacks/${id}/edit`,
    logs: (id: string) => `/postbacks/${id}/logs`,
    test: (id: string) => `/postbacks/${id}/test`,
  },
  tenants: '/organizations',
  plans: '/plans-management',
  subscriptions: '/subscription-management',
  audit: '/audit-history',
  work: '/work',
  reports: '/reports',
  approvals: '/approvals',
  batches: {
    list: '/batches',
    one: (id: string) => `/batches/${id}`,
  },
  profile: '/profile',
  /** The subscription on the account page. */
  ownSubscription: '/profile?tab=subscription',
  /** The same with the renewal open, for this plan; without one, for the own plan. */
  renewal: (plan = '') => `/profile?tab=subscription&renew=${plan}`,
  payments: '/payments-management',
} as const;
