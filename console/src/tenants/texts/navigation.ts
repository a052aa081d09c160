/** The name of the page in the navigation. Apart from the other texts, because the first screen of every page loads it. */
export const tenantNavigationTexts = {
  tenants: 'Organizations',
};
