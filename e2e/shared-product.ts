import { buildConsole } from '@crm/platform/build/console.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import type { TestProject } from 'vitest/node';
import { compareRebuilt } from './compare-rebuilt.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL, the database and the data folder of the product that the browser tests share. */
    product: { url: string; databaseUrl: string; dataDir: string };
  }
}

/**
 * Vitest's global setup: builds the console if its sources changed, and starts the product for all browser tests, except
 * tests that restart or configure it. After them, it compares the read models with rebuilt ones.
 */
export default async function startSharedProduct(project: TestProject) {
  if (buildConsole() !== 0) throw new Error('The console does not build');
  const product = await startProduct({ demoLeads: 0, postbackAllow: '127.0.0.1/32' });
  const { url, databaseUrl, dataDir } = product;
  project.provide('product', { url, databaseUrl, dataDir });
  return async () => {
    try {
      await compareRebuilt(dataDir);
    } catch (error) {
      // Vitest prints the error of a teardown, but does not fail.
      process.exitCode = 1;
      throw error;
    } finally {
      await product.remove();
    }
  };
}
