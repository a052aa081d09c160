/** Every text of a page that the user may not open, in English. A translation is another object of this type. */
export const deniedTexts = {
  title: 'Access Denied',
  needs: {
    operator: 'Operator privileges required',
    admin: 'Admin privileges required',
    super_admin: 'Super Admin privileges required',
  },
};
