import { useDeferredValue } from 'react';

/**
 * False in the first rendering of a component, then true in one that follows in a task of its own: for the part of a
 * screen that may come a moment later, so that the click which opens it is not blocked by all of it.
 */
export const useAfterFirstRender = (): boolean => useDeferredValue(true, false);
