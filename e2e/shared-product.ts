import { startProduct } from '@crm/platform/test/product.ts';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL and the database of the product that the browser tests share. */
    product: { url: string; databaseUrl: string };
  }
}

/**
 * Vitest's global setup: starts the product for all browser tests, except tests that restart or configure it.
 */
export default async function startSharedProduct(project: TestProject) {
  const product = await startProduct({ demoLeads: 0, postbackAllow: '127.0.0.1/32' });
  project.provide('product', { url: product.url, databaseUrl: product.databaseUrl });
  return product.remove;
}
