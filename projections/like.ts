/** A pattern for LIKE that means the term itself, also where it holds LIKE's own signs. */
export const containing = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
