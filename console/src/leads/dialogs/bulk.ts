import { MAX_BULK_LEADS } from '@crm/contracts/leads/write.ts';
import { errorText } from '../../api/errors.ts';

export type Outcome = {
  successful: number;
  skipped: number;
  failed: number;
  problems: readonly { leadId: string; message: string }[];
};

const pickMethods = ['first', 'last', 'random'] as const;
export type PickMethod = (typeof pickMethods)[number];

/** `quantity` of the items, by the method that was chosen; `random` gives numbers from 0 to below 1. */
export function pick<T>(
  items: readonly T[],
  quantity: number,
  method: PickMethod,
  random: () => number,
): T[] {
  switch (method) {
    case 'first':
      return items.slice(0, quantity);
    case 'last':
      return items.slice(Math.max(0, items.length - quantity));
    case 'random': {
      const left = [...items];
      return Array.from({ length: Math.min(quantity, items.length) }, () =>
        left.splice(Math.floor(random() * left.length), 1),
      ).flat();
    }
    default:
      return method satisfies never;
  }
}

/** A quantity as the input may hold it: whole, and from 1 to what is selected. */
export function clamp(quantity: number, most: number): number {
  return Math.min(most, Math.max(1, Math.trunc(quantity) || 1));
}

/**
 * Does something with many leads, as many at once as one call takes, and sums it up. A call that fails after others
 * went through is part of the sum; when none went through its error is thrown.
 */
export async function inChunks(
  ids: readonly string[],
  run: (ids: string[]) => Promise<Outcome>,
): Promise<Outcome> {
  let sum: Outcome = { successful: 0, skipped: 0, failed: 0, problems: [] };
  for (let from = 0; from < ids.length; from += MAX_BULK_LEADS) {
    const chunk = ids.slice(from, from + MAX_BULK_LEADS);
    try {
      sum = add(sum, await run(chunk));
    } catch (error) {
      if (from === 0) throw error;
      const problems = chunk.map((leadId) => ({ leadId, message: errorText(error) }));
      sum = add(sum, { successful: 0, skipped: 0, failed: chunk.length, problems });
    }
  }
  return sum;
}

function add(one: Outcome, other: Outcome): Outcome {
  return {
    successful: one.successful + other.successful,
    skipped: one.skipped + other.skipped,
    failed: one.failed + other.failed,
    problems: [...one.problems, ...other.problems],
  };
}

/** 'Status update completed: N leads updated to X', and what was skipped or failed if any was (spec 4). */
export function statusSummary({ successful, skipped, failed }: Outcome, status: string): string {
  const rest = [skipped > 0 && `${skipped} skipped`, failed > 0 && `${failed} failed`].filter(Boolean);
  return [`Status update completed: ${successful} leads updated to ${status}`, ...rest].join(', ');
}
