/** The usual times for a call back. */
export const quickTimes = ['quarter', 'hour', 'threeHours', 'tomorrow'] as const;
export type QuickTime = (typeof quickTimes)[number];

const MINUTE = 60_000;

/** The time of a choice, in the browser's time zone. */
export function quickTime(choice: QuickTime, now: Date): Date {
  switch (choice) {
    case 'quarter':
      return new Date(now.getTime() + 15 * MINUTE);
    case 'hour':
      return new Date(now.getTime() + 60 * MINUTE);
    case 'threeHours':
      return new Date(now.getTime() + 180 * MINUTE);
    case 'tomorrow':
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 10);
    default:
      return choice satisfies never;
  }
}
