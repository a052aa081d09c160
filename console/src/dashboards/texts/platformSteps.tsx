import type { AsLink } from './firstSteps.tsx';

/** Texts of what the super admin of a fresh installation does first. */
export const platformStepsTexts = {
  plan: (add: AsLink) => (
    <>{add('Add a plan')}, to which organizations subscribe. The landing page sells the active plans.</>
  ),
  organization: (add: AsLink) => (
    <>
      {add('Add an organization')}. Its admin gets a mail with a link to choose a password, and adds offers,
      operators and leads.
    </>
  ),
};
