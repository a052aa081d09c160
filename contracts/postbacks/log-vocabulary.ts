/** The values of the filters of the logs. Without zod, because the console needs them before its first rows. */

/** `suppressed`: not sent, `reason` has the cause. */
export const logStatuses = ['success', 'failed', 'pending', 'retry', 'suppressed'] as const;

/** The class of the partner's last response: its first digit, or none. */
export const responseClasses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
