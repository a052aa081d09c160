import type { Access } from '../access/access.ts';

/** For tests that mount routes of their own: no token is known, and every append is let through. */
export const noAccess: Pick<Access, 'apiKeyOf' | 'callerOf' | 'guardOf' | 'keepPosition'> = {
  apiKeyOf: async () => null,
  callerOf: async () => null,
  guardOf: () => (append) => append(),
  keepPosition: async () => {},
};
