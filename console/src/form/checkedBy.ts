import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import { z } from 'zod';

/**
 * Form resolver that validates with the request body's schema. `inputOf` converts field values into the body
 * to send. The contract's messages appear beside the fields that it rejects.
 */
export function checkedBy<Values extends FieldValues, Body extends z.ZodType>(
  body: Body,
  inputOf: (values: Values) => unknown,
): Resolver<Values, unknown, z.output<Body>> {
  return zodResolver(z.custom<Values>().transform(inputOf).pipe(body));
}
