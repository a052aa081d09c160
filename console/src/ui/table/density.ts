import { useState } from 'react';

const KEY = 'dense-rows';

/** Whether the user prefers 32 px rows; stored in this browser. `usual`: until the user has chosen. */
export function useDenseRows(usual: boolean): [boolean, (dense: boolean) => void] {
  const [dense, setDense] = useState(() => {
    const chosen = localStorage.getItem(KEY);
    return chosen === null ? usual : chosen === 'yes';
  });
  return [
    dense,
    (next) => {
      localStorage.setItem(KEY, next ? 'yes' : 'no');
      setDense(next);
    },
  ];
}
