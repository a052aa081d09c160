import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still shown, for code that runs after an answer: the user may be on another page by then. */
export function useIsMounted(): RefObject<boolean> {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
