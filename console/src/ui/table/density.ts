import { useState } from 'react';

const KEY = 'dense-rows';

/** Whether the user prefers 32 px rows; stored in this browser. */
export function useDenseRows(): [boolean, (dense: boolean) => void] {
  const [dense, setDense] = useState(() => localStorage.getItem(KEY) === 'yes');
  return [
    dense,
    (next) => {
      localStorage.setItem(KEY, next ? 'yes' : 'no');
      setDense(next);
    },
  ];
}
