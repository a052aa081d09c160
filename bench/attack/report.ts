/** One failed case with all data to repeat it by hand. */
export type Failed = {
  /** The attacked call and the caller or method. */
  what: string;
  /** The violated rule. */
  why: string;
  /** The request or the steps as text; the seed if they are random. */
  how: string;
  /** The answer. */
  answer: string;
};

export type Tally = { group: string; tried: number; failed: readonly Failed[] };

/** Counts the cases of one group of the attack and the failed ones. */
export type Count = {
  /** Counts a passed case. */
  held: () => void;
  failed: (failed: Failed) => void;
};

/** The maximum number of failures per group with all data; further ones are only counted. */
const MOST_KEPT = 1_000;
/** The maximum number of characters of a request or an answer. */
const MOST_TEXT = 2_000;

/** Opens a report: `group` starts counting a group, `tallies` returns all groups in order of their start. */
export function openReport() {
  const groups = new Map<string, { tried: number; failed: Failed[]; more: number }>();
  return {
    group(name: string): Count {
      const counted = groups.get(name) ?? { tried: 0, failed: [], more: 0 };
      groups.set(name, counted);
      return {
        held: () => {
          counted.tried += 1;
        },
        failed: ({ what, why, how, answer }) => {
          counted.tried += 1;
          if (counted.failed.length === MOST_KEPT) counted.more += 1;
          else counted.failed.push({ what, why, how: cut(how), answer: cut(answer) });
        },
      };
    },
    tallies: (): Tally[] =>
      [...groups].map(([group, { tried, failed }]) => ({ group, tried, failed: [...failed] })),
    failures: (): number =>
      [...groups.values()].reduce((sum, { failed, more }) => sum + failed.length + more, 0),
  };
}
export type Report = ReturnType<typeof openReport>;

const cut = (text: string) =>
  text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}… (${text.length} characters)` : text;

/** The table of all groups, then the first failures of each with all data. */
export function printed(tallies: readonly Tally[], mostShown = 5): string {
  const lines = ['group                      tried     held   failed'];
  for (const { group, tried, failed } of tallies) {
    const numbers = [tried, tried - failed.length, failed.length].map((n) => String(n).padStart(9)).join('');
    lines.push(`${group.padEnd(23)}${numbers}`);
  }
  for (const { group, failed } of tallies)
    for (const { what, why, how, answer } of failed.slice(0, mostShown))
      lines.push('', `${group}: ${what}`, `  ${why}`, `  ${how}`, `  answered ${answer}`);
  return lines.join('\n');
}
