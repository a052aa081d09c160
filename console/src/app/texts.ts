/** Every text of the layout around the pages, in English. A translation is another object of this type. */
export const appTexts = {
  skipToContent: 'Skip to content',
  header: {
    openMenu: 'Open menu',
    find: 'Find leads, pages, actions',
  },
  keys: 'Keyboard shortcuts',
  sidebar: {
    sheet: 'Menu',
    product: 'Lead Management',
    label: 'Main',
    version: 'Lead Management v1.0',
    goTo: 'Go to',
  },
  userMenu: {
    label: 'User menu',
    /** Read out before the user's name. */
    of: 'User menu of',
    appearance: 'Appearance',
    modes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    signOut: 'Sign out',
    unsent: {
      title: 'Sign out now?',
      message: 'Outcomes of your calls are not saved yet. They would be lost.',
    },
  },
  connection: {
    lost: 'Connection lost. Reconnecting… What you see may be out of date.',
    offline: 'You are offline. What you see may be out of date.',
  },
  starting: 'Loading',
  loadingPage: 'Loading the page',
  unreachable: 'The server is not answering',
  crash: {
    title: 'Something went wrong',
    text: 'This page could not be shown. Nothing you saved is lost.',
    reload: 'Reload',
  },
  notFound: {
    title: 'Page not found',
    text: 'The address may be mistyped, or the page has moved.',
    goHome: 'Go to the dashboard',
  },
};
