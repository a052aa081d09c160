import { useState } from 'react';
import { Alert } from './Alert.tsx';

type ErrorBannerProps = {
  /** Null without a failure. */
  text: string | null;
  /** The time of the failure: a later one is shown again after a dismissal. */
  failedAt: number;
};

/** The errors of a page, above its content, until they are dismissed. */
export function ErrorBanner({ text, failedAt }: ErrorBannerProps) {
  const [dismissed, setDismissed] = useState(0);
  if (text === null || failedAt === dismissed) return null;
  return <Alert tone="bad" text={text} onDismiss={() => setDismissed(failedAt)} />;
}
