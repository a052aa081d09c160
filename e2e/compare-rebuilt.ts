import { runProgram } from '@crm/platform/test/run-program.ts';

/**
 * Builds all read models again from the history that the browser tests have made, and compares them with the rows that the
 * product made event by event. No other test has such a history: edits, undone batches, imports, decisions, erasures and
 * payments of many organisations, two at a time.
 * @param dataDir the data folder of the running product
 * @throws Error with the rows that differ
 */
export async function compareRebuilt(dataDir: string): Promise<void> {
  const { code, output } = await runProgram('projections/rebuild.ts', ['all'], { DATA_DIR: dataDir });
  // Without a table that is equal, nothing was compared.
  const isEqual =
    code === 0 && output.includes('equal to the live rows') && !/DIFFERENT|not compared/.test(output);
  if (!isEqual)
    throw new Error(`Rebuilt read models differ from the live ones (exit code ${code}):\n${output}`);
}
