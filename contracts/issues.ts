import type { z } from 'zod';
import { texts } from './texts.ts';

/**
 * Error text for a field whose schema has no own text. The library's texts name its types; these describe
 * valid input. Use: `safeParse(value, { error: plainText })`.
 */
export function plainText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? texts.required : mustBe(issue.expected);
    case 'too_big':
      if (issue.origin === 'string') return texts.atMost(Number(issue.maximum));
      return issue.origin === 'array' ? `At most ${issue.maximum}` : `Cannot exceed ${issue.maximum}`;
    case 'too_small':
      if (issue.origin === 'string') return texts.atLeast(Number(issue.minimum));
      return `Must be at least ${issue.minimum}`;
    case 'invalid_value':
      return `Must be one of ${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return texts.unknownField;
    default:
      return 'Is not as it should be';
  }
}

function mustBe(expected: z.core.$ZodIssueInvalidType['expected']): string {
  switch (expected) {
    case 'string':
      return 'Must be text';
    case 'number':
      return 'Must be a number';
    case 'int':
      return 'Must be a whole number';
    case 'boolean':
      return 'Must be true or false';
    case 'array':
      return 'Must be a list';
    case 'object':
      return 'Must be an object of fields';
    default:
      return 'Is not as it should be';
  }
}
