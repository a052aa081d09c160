import { createContext } from 'react';

/** Why the form of the page cannot be saved any more; null while it can. */
export const CannotSaveContext = createContext<string | null>(null);
