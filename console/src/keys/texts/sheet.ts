/** Every text of the dialog with all shortcuts, in English. A translation is another object of this type. */
export const sheetTexts = {
  title: 'Keyboard shortcuts',
  find: 'Find pages, actions and leads',
  sameInRow: 'Same thing in the next or previous row',
  close: 'Close a dialog or menu',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'Turn off if keys are pressed by accident. Ctrl K always works.',
};
