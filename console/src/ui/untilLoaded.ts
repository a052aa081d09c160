const AGAIN_AFTER_MS = 2000;

/**
 * Imports code of a part that the page can do without, and tries again while the server is away: a failure would end the
 * whole page with an error. A browser that remembers failed imports shows the part after a reload.
 */
export async function untilLoaded<Module>(importing: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await importing();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }
}
