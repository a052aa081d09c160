import { asideLeadTexts } from './texts/aside.ts';
import { leadDetailTexts } from './texts/detail.tsx';
import { leadDialogTexts } from './texts/dialogs.ts';
import { leadExportTexts } from './texts/export.ts';
import { exportFileTexts } from './texts/exportFile.ts';
import { leadFormTexts } from './texts/form.ts';
import { leadHistoryTexts } from './texts/history.ts';
import { leadListTexts } from './texts/list.ts';
import { leadNavigationTexts } from './texts/navigation.ts';
import { pastLeadTexts } from './texts/past.ts';
import { leadSelectionTexts } from './texts/selection.ts';
import { leadUploadTexts } from './texts/upload.tsx';
import { leadWords } from './texts/words.ts';

/**
 * Every text of the leads, in English. A translation is another object of this type. The pages import its parts, so
 * that the list does not load the texts of the upload.
 */
export const leadTexts = {
  navigation: leadNavigationTexts,
  words: leadWords,
  list: leadListTexts,
  selection: leadSelectionTexts,
  aside: asideLeadTexts,
  detail: leadDetailTexts,
  history: leadHistoryTexts,
  past: pastLeadTexts,
  form: leadFormTexts,
  dialogs: leadDialogTexts,
  export: leadExportTexts,
  exportFile: exportFileTexts,
  upload: leadUploadTexts,
};
