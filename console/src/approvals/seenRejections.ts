import { useState } from 'react';

const keyOf = (userId: string) => `seen-rejections ${userId}`;

/**
 * The time of the latest rejection that the user has seen, '' before the first. Stored in this browser: another
 * browser shows the notice once more.
 */
export function useSeenRejections(userId: string): [string, (until: string) => void] {
  const [seen, setSeen] = useState(() => localStorage.getItem(keyOf(userId)) ?? '');
  return [
    seen,
    (until) => {
      localStorage.setItem(keyOf(userId), until);
      setSeen(until);
    },
  ];
}
