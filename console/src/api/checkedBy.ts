import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import { z } from 'zod';

/**
 * Checks a form by the body of its call: `inputOf` makes of what the fields hold what would be sent, and the
 * contract's own texts stand beside the fields that it refuses.
 */
export function checkedBy<Values extends FieldValues, Body extends z.ZodType>(
  body: Body,
  inputOf: (values: Values) => unknown,
): Resolver<Values, unknown, z.output<Body>> {
  return zodResolver(z.custom<Values>().transform(inputOf).pipe(body));
}
