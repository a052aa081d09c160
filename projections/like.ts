/** A LIKE pattern that matches the term literally, also with special characters of LIKE. */
export const containing = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
