/** One case that did not hold, in full, so that it can be repeated by hand. */
export type Failed = {
  /** What was attacked, and how. */
  what: string;
  /** What did not hold. */
  why: string;
  /** The request or the steps, as text; the seed where chance chose them. */
  how: string;
  /** What was answered. */
  answer: string;
};

export type Tally = { group: string; tried: number; failed: readonly Failed[] };

/** Counts what one group of the attack tried and what did not hold. */
export type Count = {
  /** A case that held. */
  held: () => void;
  failed: (failed: Failed) => void;
};

/** Failures are kept in full up to this many a group; beyond it they are only counted. */
const MOST_KEPT = 1_000;
/** Of a request or an answer, so many characters are kept. */
const MOST_TEXT = 2_000;

/** Opens a report: `group` starts counting a group, `tallies` gives all groups in the order they were started. */
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

/** The table of all groups, then the first failures of each in full. */
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
