import { expect, test } from 'vitest';
import { LeadId } from './ids.ts';

test.each(['', 'A-1', '7c9e6679', '7c9e6679-7425-40de-944b-e07fc1f90ae7 ', 'x'.repeat(36)])(
  '"%s" is not an id',
  (text) => expect(LeadId.safeParse(text).success).toBe(false),
);
