/** The features of a plan, each once: plans from before repeated ones were dropped may have some. */
export const distinctFeatures = (features: readonly string[]): string[] => [...new Set(features)];
