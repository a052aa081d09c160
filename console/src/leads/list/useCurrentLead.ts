import { useState } from 'react';
import { useNavigationType } from 'react-router-dom';

/** Where somebody stood in which list when they left it, for the way back. */
let left: { list: string; id: string } | null = null;

/** The lead that one stands on. Coming Back to the same list leads to the lead that it was left from. */
export function useCurrentLead(list: string): [string | null, (id: string) => void] {
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
