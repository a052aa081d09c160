import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { readQuery } from '@crm/platform/http/check-input.ts';
import type { Policy } from '@crm/platform/http/policy.ts';
import type { z } from 'zod';
import type { Caller } from './callers.ts';
import { codeOf, fieldsOf, wrongAnswer } from './check-answer.ts';
import { isPublic, type PartName, type Parts, partNames } from './requests.ts';
import type { Answer } from './send.ts';
import type { World } from './world.ts';

/** The expectations for a request's answer. */
export type Expected = {
  /** The request as the contract reads it; null when the sent bytes are something else. */
  parts: Parts | null;
  /** A field with a value that no field accepts: the refusal must name it. */
  never?: string | undefined;
  /** The required refusal code, when only one is right. */
  code?: string;
};

/**
 * Checks an answer against the rules for all answers, and against what its contract says about the request;
 * null when it is right.
 */
export function wrongFor(
  endpoint: Endpoint,
  { parts, never, code }: Expected,
  answer: Answer,
): string | null {
  const wrong = wrongAnswer(endpoint, answer);
  if (wrong) return wrong;
  if (code !== undefined && codeOf(answer) !== code) return `must be refused as '${code}'`;
  const isEarlier = ({ status }: Answer) =>
    status === 404 && rangedByData.has(`${endpoint.method} ${endpoint.path} ${never}`);
  const named = fieldsOf(answer).flatMap((field) => [field, topOf(field)]);
  const refusedElsewhere = answer.status === 413 || answer.status === 429 || answer.status === 503;
  if (never !== undefined && !refusedElsewhere && !named.includes(topOf(never)) && !isEarlier(answer))
    return `must be refused by the name of ${never}`;
  if (parts === null || refusedElsewhere) return null;
  const fields = wrongFields(endpoint, parts);
  if (fields.length > 0 && answer.status < 300)
    return `takes what its contract refuses: ${fields.join(', ')}`;
  if (fields.length > 0 && answer.status === 400 && !fields.some((field) => named.includes(field)))
    return `must name one of the wrong fields: ${fields.join(', ')}`;
  return null;
}

/** Fields whose range depends on stored data, as 'METHOD PATH FIELD': an unknown id beside them is found earlier. */
const rangedByData: ReadonlySet<string> = new Set(['POST /admin/bulk-assign-leads quantity']);

/** The fields that the contract rejects, each by its first name. */
function wrongFields(endpoint: Endpoint, parts: Parts): string[] {
  return partNames.flatMap((part) => {
    const parsed = endpoint[part]?.safeParse(sentAs(endpoint, parts, part));
    return parsed?.error ? parsed.error.issues.flatMap(namesIn) : [];
  });
}

/** A part of the request as its schema gets it. */
function sentAs(endpoint: Endpoint, parts: Parts, part: PartName): unknown {
  switch (part) {
    case 'params':
      return parts.params;
    case 'query':
      return readQuery(endpoint, parts.query);
    case 'body': {
      const sent = parts.body ?? {};
      return endpoint.adaptBody?.(sent) ?? sent;
    }
    default:
      return part satisfies never;
  }
}

function namesIn(issue: z.core.$ZodIssue): string[] {
  const [first] = issue.path;
  if (first !== undefined) return [String(first)];
  return issue.code === 'unrecognized_keys' ? issue.keys : ['body'];
}

const topOf = (field: string) => field.split('.')[0] ?? '';

/** A caller that the policy admits. */
export function admittedBy(policy: Policy, { callers }: World): Caller {
  if (isPublic(policy)) return callers['no token'];
  const roles: readonly string[] = policy.roles;
  return roles.includes('admin') ? callers.admin : callers['super admin'];
}
