import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { refuseChunkCycles } from './chunk-cycles.ts';
import { waitForFiles } from './wait-for-files.ts';

const server = 'http://127.0.0.1:3000';

const packages = (names: string) => `/node_modules/(?:${names})/`;
const files = (paths: string) => `/console/src/(?:${paths})\\.tsx?$`;
const domain = (paths: string) => `/(?:contracts|events)/(?:${paths})\\.ts$`;

/**
 * The chunks that many pages share. Without them, each shared module is a file of its own, and the leads list
 * loads 80. A chunk holds what is needed together: a module in the wrong chunk makes a page load code for
 * nothing, so a package or file that is not named here stays with the pages that use it. The first match counts.
 */
const chunks = {
  start: [
    files('ui/(?:Alert|Badge|Button|Checkbox|CheckField|Field|Input|Spinner|cn|controlLook|tone|useTitle)'),
    files(
      'api/(?:address|client|errors|exchange|position|token|url)|auth/(?:commands|earlyMe|ownStorage|texts)|paths',
    ),
    // The files of CircleAlert, Info, TriangleAlert, CircleCheck, X and Search.
    '/lucide-react/dist/esm/icons/(?:circle-exclamation-point|info|triangle-exclamation-point|circle-check|x|search)\\.m?js$',
  ],
  schemas: [packages('zod')],
  forms: [packages('react-hook-form|@hookform/resolvers')],
  // Code that tabs share with dialogs and menus, so that a page with tabs loads neither.
  radix: [
    packages(
      '@radix-ui/(?:primitive|react-(?:collection|compose-refs|context|direction|id|presence|primitive|roving-focus|slot|use-[a-z-]+))',
    ),
  ],
  popups: [
    packages(
      '@floating-ui/[a-z-]+|@radix-ui/(?:rect|react-(?:popper|menu|tooltip|dropdown-menu|arrow|visually-hidden))|cmdk',
    ),
    files('ui/popups/(?!Confirm)[A-Za-z]+|keys/(?:Palette|KeySheet|useFound|texts/[a-z]+)'),
  ],
  dialogs: [
    packages('@radix-ui/react-(?:alert-dialog|dialog|dismissable-layer|focus-guards|focus-scope|portal)'),
    packages(
      'react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar',
    ),
    packages('aria-hidden|tslib|get-nonce'),
    files('ui/(?:Dialog|Scrim|useFocusBack|popups/ConfirmPopup)'),
  ],
  shell: [
    packages('@tanstack/(?:query-core|react-query)'),
    files(
      'app/(?!AccessDenied|AfterFirstPage|preloadPages)[A-Za-z]+|auth/(?:Allowed|session|can|currentUser|knownUser|roles)|live/useLive',
    ),
    files(
      'api/(?:newKey|read|readAgain|queryClient|useCommand|useSending|submitOnce|tableState)|format/(?:count|date|texts)',
    ),
    files(
      'keys/(?:Action[A-Za-z]+|byGroup|keymap|matchKeys|pressedKey|registry|singleKeys|texts|useKeyboard)',
    ),
    files(
      'ui/(?:ConfirmDialog|EmptyState|ErrorState|IconButton|Kbd|Menu|Page|PageHeader|PageLoading|Panel|RelativeTime|useMinute)',
    ),
    files(
      'ui/(?:Sheet|Skeleton|Tooltip|announce|idle|isPopupOpen|keptKeys|onDemand|stillThere|toast|useAfterFirstRender)',
    ),
    '/lucide-react/dist/esm/icons/(?:keyboard|list-checks|log-out|menu|monitor|moon|sun|wifi-off)\\.m?js$',
    // Of app/navigationIcons.ts.
    '/lucide-react/dist/esm/icons/(?:badge-check|banknote|building-complex|chart-no-axes-combined|credit-card|file-up|layers)\\.m?js$',
    '/lucide-react/dist/esm/icons/(?:layout-dashboard|package|phone-call|rotate-ccw-clock|rows-3|settings|users|webhook)\\.m?js$',
    files('batches/(?:ShownBatch|kinds|shown)|theme/mode'),
  ],
  // Loads after the first screen; the pages with batches have it before.
  batches: [files('batches/(?:BatchProgress|BatchTray|followed|labels|queries|texts|useEnded)')],
  // Code that dashboards and reports share with the other pages.
  figures: [
    files('format/(?:money|period)|leads/texts/words|pages/(?:leadsAt|listAt|texts|useCurrencyChoice)'),
    files('ui/(?:Progress|Segmented|Select|Stats|StatusBadge|copyText|textLink)'),
    domain('language/(?:money|preset-days)|leads/vocabulary'),
  ],
  // Code that dialogs share with the pages that edit one entity.
  edits: [files('pages/(?:ChangedMeanwhile|EditGate|sendAtRevision|useEdit|texts/edit)')],
  // Code that lists share with the pages of one entity and with forms.
  rows: [
    files('api/(?:download|holdChange|knownRow)|pages/(?:list/(?:choices|FailedChoices)|texts/choices)'),
    files('url/(?:codec|fields|use(?:UrlState|IsHere|LastPage|GoBack))'),
    files('ui/(?:CopyButton|Day|DialogActions|Pagination|PhoneNumber)'),
    files('ui/(?:dialogOnDemand|onCtrlEnter|pageWindow|tel|useIsMounted|useMediaQuery)'),
    files(
      'keys/CallButton|ui/table/(?:Glyph|NewRows|RowActions|RowLink|heldRows|use(?:HeldRows|ScrolledAway|Stable))',
    ),
    domain('limits|language/text|leads/(?:connection|constants)'),
    '/lucide-react/dist/esm/icons/(?:bookmark|inbox|sliders-horizontal)\\.m?js$',
  ],
  list: [
    packages('@tanstack/(?:react-table|table-core|react-virtual|virtual-core)'),
    files('ui/table/(?!ColumnsSheet|NameCell)[A-Za-z]+|pages/list/[A-Za-z]+|keys/[A-Za-z]+'),
    files('ui/(?:DateRangePicker|SearchBox|useTypedText)'),
  ],
  leads: [
    files(
      'leads/(?:abilities|cachedLeads|commands|listOrder|queries|texts/(?:export|list))|approvals/lastCall',
    ),
  ],
  // Not with the code above: the leads list shows its first rows without zod.
  'lead-schemas': [
    domain(
      'fields|texts|leads/(?:column-filters|read|lead|fields|vocabulary-schemas|fields/[a-z]+)|language/currency',
    ),
  ],
};

const groups = Object.entries(chunks).map(([name, patterns]) => ({
  name,
  test: new RegExp(patterns.join('|')),
  includeDependenciesRecursively: false,
}));
// All that the entry imports is one file; the icons that pages share are another.
const initial = { name: 'start', tags: ['$initial' as const], includeDependenciesRecursively: false };
const icons = {
  name: 'icons',
  test: /lucide-react/,
  minShareCount: 3,
  includeDependenciesRecursively: false,
};

/**
 * Chromium then compiles the functions of these files while it loads them, before the first dialog or menu opens. Otherwise each
 * is compiled when it is first called, which takes a third of the task that opens the first dialog. Other browsers ignore it.
 */
const compiledAhead = ({ name }: { name: string }) =>
  /dialog|popup|sheet|forms|radix/i.test(name) ? '//# allFunctionsCalledOnLoad' : '';

export default defineConfig({
  plugins: [react(), tailwindcss(), refuseChunkCycles, waitForFiles],
  // As in tsconfig.json: the paths of components that `npx shadcn add` writes (components.json).
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  server: { proxy: { '/api': server, '/socket.io': { target: server, ws: true } } },
  build: {
    // e2e/page-weights.ts weighs the pages with it.
    manifest: true,
    // The first browsers with `light-dark()`, all of May 2024 or before. For older ones, the build would replace it by a media
    // query: a change between light and dark then lays out the page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: { codeSplitting: { groups: [initial, ...groups, icons] }, postBanner: compiledAhead },
    },
  },
});
