import { receiveLead } from '@crm/contracts/leads/write.ts';
import { z } from 'zod';
import { dashboardTexts } from '../texts.ts';

const texts = dashboardTexts.admin.api.types;

/** A field of the call with which partners post leads, as its contract checks it. */
export type ApiField = { name: string; required: boolean; type: string };

type Property = {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  maxLength?: number;
  anyOf?: readonly Property[];
};

/** The fields of the call, generated from its contract; the required ones first. */
export function apiFields(): ApiField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(receiveLead.body, { io: 'input' });
  return Object.entries(properties)
    .map(([name, schema]) => ({
      name,
      required: required.includes(name),
      // A property of a generated schema is an object of this shape, or `true` for any value.
      type: typeOf(typeof schema === 'object' ? (schema as Property) : {}),
    }))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

/** 'text, at most 200 characters'; 'one of cod, prepaid'; 'number'. */
function typeOf(property: Property): string {
  const { anyOf, type, maxLength } = property;
  const choices = property.enum;
  if (anyOf) {
    const [first = {}] = anyOf.filter((each) => each.type !== 'null');
    return typeOf(first);
  }
  if (choices) return texts.oneOf(choices.join(', '));
  // A flag that may be null has both types.
  const [filled] = [type].flat().filter((each) => each !== 'null');
  switch (filled) {
    case 'string':
      return maxLength === undefined ? texts.text : texts.textUpTo(maxLength);
    case 'integer':
      return texts.integer;
    case 'number':
      return texts.number;
    case 'boolean':
      return texts.boolean;
    default:
      return texts.text;
  }
}
