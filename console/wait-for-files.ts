import type { Plugin } from 'vite';

/** Vite's module that a build calls for every dynamic import: `__vitePreload(() => import('./x.js'), ['assets/x.js'])`. */
const VITE_IMPORT = '\0vite/preload-helper.js';

/**
 * Makes every dynamic import of a build wait until its files can be loaded (src/app/importWithFiles.ts). Vite's own
 * function gives up when the server is away, and the browser then remembers the failure until the page is reloaded.
 */
export const waitForFiles: Plugin = {
  name: 'wait-for-files',
  enforce: 'pre',
  apply: 'build',
  config: () => ({
    build: {
      // Only scripts are waited for: a page's styles must come with the first one.
      cssCodeSplit: false,
      modulePreload: {
        polyfill: false,
        // With the imported file itself, which Vite leaves out when it imports no other.
        resolveDependencies: (file, files, { hostType }) =>
          hostType === 'js' ? [...new Set([file, ...files])] : files,
      },
    },
  }),
  load: (id) =>
    id === VITE_IMPORT
      ? `export { importWithFiles as __vitePreload } from '/src/app/importWithFiles.ts';`
      : null,
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    if (!modules.some((id) => id.endsWith('/src/app/importWithFiles.ts')))
      this.error(
        'The dynamic imports of this build do not wait for their files: Vite changed how it imports them.',
      );
  },
};
