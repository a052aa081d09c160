import { absentOr } from '@crm/events/language/field-errors.ts';
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
      return absentOr(`Must be one of ${issue.values.join(', ')}`)(issue);
    case 'unrecognized_keys':
      return texts.unknownField;
    case 'invalid_format':
      return formats[issue.format] ?? `Must be in the format ${issue.format}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue['options'])
        ? `Must be one of ${issue['options'].join(', ')}`
        : 'Is not valid';
    default:
      return 'Is not valid';
  }
}

const formats: Partial<Record<string, string>> = {
  datetime: 'Must be a time such as 2026-03-14T09:26:53.000Z',
  guid: 'Must be an id',
  uuid: 'Must be an id',
};

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
      return 'Is not valid';
  }
}
