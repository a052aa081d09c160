import { zodResolver } from '@hookform/resolvers/zod';
import {
  type FieldErrors,
  type FieldValues,
  get,
  type Resolver,
  type ResolverOptions,
  set,
} from 'react-hook-form';
import { z } from 'zod';
import { formTexts } from './texts.ts';

/**
 * Form resolver that validates with the request body's schema. `inputOf` converts field values into the body
 * to send. The contract's messages appear beside the fields that it rejects.
 */
export function checkedBy<Values extends FieldValues, Body extends z.ZodType>(
  body: Body,
  inputOf: (values: Values) => unknown,
): Resolver<Values, unknown, z.output<Body>> {
  const check = zodResolver(z.custom<Values>().transform(inputOf).pipe(body));
  return async (values, context, options) => {
    const incomplete = incompleteIn(options);
    const checked = await check(values, context, options);
    if (incomplete.length === 0) return checked;
    // The library types the errors of a valid body as an empty object; here they get entries.
    const errors = { ...checked.errors } as FieldErrors<Values>;
    // By path, so that the errors of other fields of the same part stay.
    for (const name of incomplete) set(errors, name, { type: 'badInput', message: formTexts.incomplete });
    return { values: {}, errors };
  };
}

/** The fields that browsers report as empty although something was typed: a date without a year, for example. */
function incompleteIn<Values extends FieldValues>({ fields, names = [] }: ResolverOptions<Values>): string[] {
  return names.filter((name) => {
    // By path, because the fields of a part are nested; untyped in the library. Custom fields have no validity.
    const field: { ref?: { validity?: ValidityState } } | undefined = get(fields, name);
    return field?.ref?.validity?.badInput === true;
  });
}
