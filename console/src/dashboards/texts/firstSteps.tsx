import type { ReactNode } from 'react';

/** Turns a text into a link. */
export type AsLink = (text: string) => ReactNode;

/** Texts of the first steps, and of those of a new organisation. */
export const firstStepsTexts = {
  title: 'First Steps',
  done: 'Done',
  open: 'Not done yet',
  offer: (add: AsLink) => <>{add('Add an offer')}, a product that customers order.</>,
  operator: (add: AsLink) => <>{add('Add an operator')}, who calls the leads and records the outcomes.</>,
  lead: (upload: AsLink, add: AsLink) => (
    <>
      Get the first leads: {upload('upload a spreadsheet')}, {add('add one by hand')}, or send partners the
      documentation at the end of this page.
    </>
  ),
};
