import { useState } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { profileTexts } from '../texts.ts';

/**
 * Says that another admin has changed a setting since this user began to type, and what it is now. The next save replaces that: the
 * user knows it. The form needs `keepDirty` among its resetOptions: otherwise it is unedited for a moment when it gets the other
 * admin's value, and the message is lost.
 * @param now the setting as it is, by the last read
 * @param typed what the form has: its own save, also one whose answer was lost, is no change of others
 */
export function useChangedMeanwhile(
  now: string,
  typed: string,
  { isDirty, isSubmitting }: { isDirty: boolean; isSubmitting: boolean },
) {
  const [begun, setBegun] = useState(now);
  if (!isDirty && begun !== now) setBegun(now);
  const isChanged = isDirty && !isSubmitting && begun !== now && typed.trim() !== now;
  return isChanged && <Alert tone="warn" text={profileTexts.organization.changedMeanwhile(now)} />;
}
