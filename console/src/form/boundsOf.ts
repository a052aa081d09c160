import { z } from 'zod';

type Bounds = { min?: number; max?: number };

/** The bounds of a number in a contract, for the arrows of its input. */
export function boundsOf(schema: z.core.$ZodType): Bounds {
  if (schema instanceof z.ZodNumber) {
    const { minValue: min, maxValue: max } = schema;
    return { ...(isBound(min) && { min }), ...(isBound(max) && { max }) };
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return boundsOf(schema.unwrap());
  if (schema instanceof z.ZodPipe) return boundsOf(schema.out);
  return {};
}

const isBound = (bound: number | null): bound is number => Number.isFinite(bound);
