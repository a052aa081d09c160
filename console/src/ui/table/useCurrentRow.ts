import { useState } from 'react';
import { useNavigationType } from 'react-router-dom';

/** The list and its current row when the user left it, for Back. */
let left: { list: string; id: string } | null = null;

/** The current row of the list. Back to the same list restores it. */
export function useCurrentRow(list: string): [string | null, (id: string) => void] {
  const cameBack = useNavigationType() === 'POP';
  const [current, setCurrent] = useState(() => (cameBack && left?.list === list ? left.id : null));
  return [
    current,
    (id) => {
      left = { list, id };
      setCurrent(id);
    },
  ];
}
