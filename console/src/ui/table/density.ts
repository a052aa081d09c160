import { useState } from 'react';

const KEY = 'dense-rows';

/** Whether this reader wants 32 px rows; remembered on this device. */
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
