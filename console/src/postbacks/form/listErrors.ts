type Wrong = { message?: string };

/** The error of a list as a whole, or those of its items by their index. */
export type ListErrors = Wrong | readonly (Wrong | undefined)[] | undefined;

/** The error of a list, or of its first invalid item. */
export function firstMessage(errors: ListErrors): string | undefined {
  if (errors === undefined) return undefined;
  if ('message' in errors) return errors.message;
  return Array.isArray(errors) ? errors.find((each) => each?.message !== undefined)?.message : undefined;
}

/** Whether the item at an index is invalid. */
export const isWrong = (errors: ListErrors, at: number): boolean =>
  Array.isArray(errors) && errors[at] !== undefined;
