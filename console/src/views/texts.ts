/** Every text of the saved views, in English. A translation is another object of this type. */
export const viewTexts = {
  menu: {
    title: 'Views',
    current: 'View:',
    everything: 'Everything',
    own: 'My views',
    shared: 'Shared with everybody',
    ofOwner: (name: string, owner: string) => `${name} · ${owner}`,
    saveAs: 'Save as new view',
    rename: 'Rename view',
    share: 'Share with everybody',
    stopSharing: 'Stop sharing',
    delete: 'Delete view',
  },
  bar: {
    modified: 'Modified',
    save: 'Save',
    saveAs: 'Save as new',
    reset: 'Reset',
    saved: (name: string) => `${name} saved`,
    changedMeanwhile: (name: string) =>
      `Somebody else has changed ${name} since you opened it. Save again to replace that, or reset to see it.`,
    shared: 'Everybody sees this view now',
    notShared: 'Only you see this view now',
  },
  form: {
    saveTitle: 'Save as new view',
    renameTitle: 'Rename view',
    name: 'Name',
    content: 'Keeps the filters, the sort order and the columns.',
    share: 'Share with everybody',
    shareHint: 'Everybody of the organization sees it; only admins can change it.',
    save: 'Save',
    saved: (name: string) => `${name} saved`,
  },
  delete: {
    title: (name: string) => `Delete ${name}`,
    own: (many: string) => `The view is deleted, not its ${many}. This action cannot be undone.`,
    shared: (many: string) => `Everybody loses this view, not its ${many}. This action cannot be undone.`,
    confirm: 'Delete',
  },
};
