/** Every text of the view of an organisation by a super admin, in English. A translation is another object of this type. */
export const viewingTexts = {
  label: 'Viewing',
  banner: (organization: string, admin: string, until: string) =>
    `You view ${organization} as ${admin}, read only, until ${until}.`,
  stop: 'Stop viewing',
  failed: 'The organization cannot be viewed at the moment. Please try again.',
};
