/** The names of the leads' pages. Apart from the other texts, because the first screen of every page loads them. */
export const leadNavigationTexts = {
  allLeads: 'All Leads',
  myLeads: 'My Leads',
  uploadLeads: 'Upload Leads',
  /** The heading of the leads that Ctrl K finds. */
  found: 'Leads',
};
