import type { Response } from 'playwright-core';

/**
 * The text of an answer that a predicate of `waitForResponse` looks into. It is empty if the page cancelled the read meanwhile,
 * because it reads again: that answer has no body any more, and an error in a predicate would end the wait.
 */
export const bodyOf = (answer: Response): Promise<string> => answer.text().catch(() => '');
