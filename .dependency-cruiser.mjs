/**
 * Which workspace may import which. A workspace may also import itself and the packages of its package.json. The files of
 * the root, e2e and bench may import any workspace, and no workspace may import them.
 */
const mayImport = {
  events: [],
  contracts: ['events'],
  platform: ['contracts', 'events'],
  'command-api': ['platform', 'contracts', 'events'],
  projections: ['platform', 'contracts', 'events'],
  workers: ['platform', 'contracts', 'events'],
  console: ['contracts', 'events'],
};

/** The folders of features, with the same name in every workspace. Features may import folders that are not listed. */
const features = [
  'approvals',
  'audit',
  'auth',
  'batches',
  'dashboards',
  'leads',
  'mail',
  'mirror',
  'offers',
  'payments',
  'plans',
  'postbacks',
  'profile',
  'reports',
  'saved-reports',
  'sessions',
  'subscriptions',
  'tenants',
  'users',
  'viewings',
  'views',
  'work',
];

/** Which feature may import another feature: the importing folder, the imported one, and the reason. */
const mayKnow = [
  ['contracts/approvals', 'contracts/leads', 'an approval is a lead whose operator waits for an answer'],
  ['contracts/dashboards', 'contracts/tenants', 'a super admin’s dashboard counts the organisations'],
  ['contracts/dashboards', 'contracts/leads', 'an operator’s dashboard lists the urgent leads'],
  ['contracts/reports', 'contracts/leads', 'reports and the leads list have the same filters'],
  ['contracts/work', 'contracts/leads', 'a work queue is made of leads'],
  ['command-api/work', 'command-api/leads', 'the queue gives leads back within the reach of the caller'],
  ['projections/work', 'projections/leads', 'a work queue is made of leads'],
  ['console/src/work', 'console/src/leads', 'an operator works on a lead with its history and dialogs'],
  ['contracts/auth', 'contracts/users', 'the signed-in user is a user of the tenant'],
  [
    'contracts/(?:approvals|audit|leads|postbacks|reports)',
    'contracts/batches',
    'long work is answered as a batch',
  ],
  ['workers/leads', 'workers/postbacks', 'erasing a lead removes it from the log of postbacks'],
  ['workers/backup', 'workers/postbacks', 'a restored installation holds the postbacks that waited'],
  ['events/postbacks', 'events/leads', 'a postback notifies a partner about events of a lead'],
  ['events/subscriptions', 'events/plans', 'a subscription keeps the terms of its plan'],
  ['events/payments', 'events/subscriptions', 'an order keeps the terms of its plan as a subscription does'],
  ['contracts/payments', 'contracts/users', 'a purchase makes a user'],
  ['contracts/payments', 'contracts/subscriptions', 'a payment renews a subscription'],
  [
    'command-api/payments',
    'command-api/auth',
    'an email that is taken cannot buy, and orders are limited like sign-ins',
  ],
  [
    'projections/payments',
    'projections/subscriptions',
    'an account shows its subscription with its payments',
  ],
  ['contracts/payments', 'contracts/plans', 'an account shows the plan that it can renew'],
  ['projections/payments', 'projections/plans', 'an account shows the plan that it can renew'],
  ['console/src/landing', 'console/src/payments', 'a plan is bought on the landing page'],
  ['console/src/subscriptions', 'console/src/payments', 'a blocked organisation renews by a payment'],
  ['console/src/subscriptions', 'console/src/plans', 'subscriptions are filtered by plan'],
  [
    'console/src/payments',
    'console/src/subscriptions',
    'the account page shows the status of the subscription',
  ],
  [
    'console/src/dashboards',
    'console/src/subscriptions',
    'an admin’s dashboard shows the status of the subscription',
  ],
  ['console/src/dashboards', 'console/src/plans', 'a first step of the super admin is a plan'],
  ['console/src/profile', 'console/src/payments', 'the account page has the subscription and its payments'],
  ['workers/payments', 'workers/auth', 'a welcome mail has a link to set a password'],
  ['console/src/tenants', 'console/src/viewings', 'an organisation is viewed from the list of all'],
  ['workers/tenants', 'workers/auth', 'an invitation has a link to set a password'],
  ['workers/users', 'workers/auth', 'an invitation has a link to set a password'],
  ['command-api/tenants', 'command-api/users', 'an organisation is created with its first admin'],
  ['events/subscriptions', 'events/tenants', 'a subscription that ended blocks its tenant'],
  ['events/users', 'events/leads', 'leads are handed over to other operators'],
  ['command-api/users', 'command-api/leads', 'leads are handed over to active operators'],
  [
    'console/src/users',
    'console/src/leads',
    'an operator’s leads are handed over with the operators of the leads',
  ],
  ['contracts/tenants', 'contracts/users', 'a tenant’s settings travel with the signed-in user'],
  ['projections/leads', 'projections/batches', 'an export answers the file of its batch'],
  ['projections/approvals', 'projections/leads', 'an approval is a lead whose operator waits for an answer'],
  ['projections/reports', 'projections/leads', 'a report counts leads'],
  ['projections/reports', 'projections/users', 'a past report has the names that its operators had'],
  ['projections/reports', 'projections/offers', 'a past report has the names that its offers had'],
  ['contracts/saved-reports', 'contracts/reports', 'a saved report has the filters of a report'],
  ['events/saved-reports', 'events/reports', 'a saved report has the types and filters of reports'],
  ['console/src/reports', 'console/src/saved-reports', 'the reports page lists the saved reports'],
  ['console/src/reports', 'console/src/leads', 'reports name payment modes as leads do'],
  ['projections/dashboards', 'projections/leads', 'a figure counts the leads of the list'],
  ['projections/[^/]+', 'projections/tenants', 'the settings of a tenant apply to all of its figures'],
  ['workers/[^/]+', 'workers/mail', 'any feature may send mails'],
  ['projections/auth', 'projections/users', 'the signed-in user is a user of the tenant'],
  ['projections/audit', 'projections/leads', 'the history of a lead is searched by the lead'],
  ['projections/audit', 'projections/batches', 'an export answers the file of its batch'],
  ['console/src/tenants', 'console/src/leads', 'an export of an organisation shows its file in the same way'],
  ['console/src/audit', 'console/src/leads', 'an export of any list shows its file in the same way'],
  ['command-api/auth', 'command-api/users', 'a typed password is checked against the user’s'],
  ['console/src/(?:users|profile)', 'console/src/sessions', 'sessions are those of a user'],
  ['command-api/auth', 'command-api/sessions', 'signing in opens a session, signing out closes it'],
  ['command-api/users', 'command-api/sessions', 'a deactivated or deleted user is signed out at once'],
  [
    'console/src/leads',
    'console/src/approvals',
    'the page of a lead approves and rejects its pending request',
  ],
  ['console/src/leads', 'console/src/offers', 'a new lead starts with the currency of the offers'],
  ['console/src/dashboards', 'console/src/offers', 'the example call names one of the offers'],
  ['console/src/[^/]+', 'console/src/views', 'any list may have saved views'],
  ['console/src/postbacks', 'console/src/leads', 'a postback is filtered by fields of leads'],
  [
    'console/src/[^/]+',
    'console/src/batches',
    'long work of any feature shows its progress and ends the same way',
  ],
  ['console/src/[^/]+', 'console/src/auth', 'pages depend on the signed-in user'],
];

/** Folders whose job is to bring the features together. */
const wiring = ['console/src/app', 'command-api/demo'];

const roots = ['events', 'contracts', 'command-api', 'projections', 'workers', 'console/src'];
const workspaces = Object.keys(mayImport);
const above = ['e2e', 'bench'];
const anyOf = (names) => `(?:${names.join('|')})`;
// The contract suite of the event store and the server that speaks EventStoreDB's protocol are test code.
const testCode =
  '(?:\\.test\\.tsx?$|\\.e2e\\.ts$|^[^/]+/test/|^workers/[^/]+/test/|/story\\.ts$|^platform/event-store/(?:contract|wire))';
// Node's SHA-1, for commands and workers.
const onlyInNode = '^events/derived-ids\\.ts$';

/** Exceptions to the directions above, with the reason of each. */
const mayAlsoImport = {
  // Mailed reports, exported audit entries and past lists are made by the code of the page, so that they cannot differ.
  // Tables declare whether they keep the rows of an organisation that is removed.
  workers: ['projections/reports', 'projections/audit', 'projections/leads', 'projections/tenants'],
};

/** One rule per workspace, so that the message names the workspace that breaks it. */
const directions = workspaces.map((workspace) => ({
  name: `${workspace}-imports-only-${['itself', ...mayImport[workspace]].join('-')}`,
  severity: 'error',
  from: { path: `^${workspace}/` },
  to: {
    path: `^(?:${anyOf([...workspaces, ...above])}/|[^/]+\\.ts$)`,
    pathNot: `^${anyOf([workspace, ...mayImport[workspace], ...(mayAlsoImport[workspace] ?? [])])}/`,
  },
}));

const neighbours = roots.flatMap((root) =>
  features.map((feature) => {
    const own = `${root}/${feature}`;
    const knowing = mayKnow.filter(([, to]) => to === own).map(([from]) => from);
    return {
      name: `${own}-is-not-for-its-neighbours`,
      severity: 'error',
      from: { path: `^${root}/[^/]+/`, pathNot: [testCode, `^${anyOf([own, ...knowing, ...wiring])}/`] },
      to: { path: `^${own}/` },
    };
  }),
);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...directions,
    ...neighbours,
    {
      name: 'platform-has-no-domain',
      comment:
        'It may import the envelope of events and the declaration of endpoints, but no feature. Callers are users of tenants.',
      severity: 'error',
      from: {
        path: '^platform/',
        pathNot: [
          '^platform/access/(?:account|end-sessions|tenant|user-directory(?:\\.test)?)\\.ts$',
          '^platform/(?:batches|test/counting-batches)',
          // Every server that mounts routes counts the calls that it refuses.
          '^platform/http/refused-calls\\.ts$',
        ],
      },
      to: { path: `^(?:events|contracts)/${anyOf(features)}/` },
    },
    {
      name: 'the-batch-engine-knows-only-batches',
      comment: 'It records the work of every feature in the streams of batches.',
      severity: 'error',
      from: { path: '^platform/(?:batches|test/counting-batches)' },
      to: { path: `^(?:events|contracts)/${anyOf(features.filter((feature) => feature !== 'batches'))}/` },
    },
    {
      name: 'no-node-built-ins-in-the-browser',
      comment: 'events, contracts and the console run in browsers; their tests do not.',
      severity: 'error',
      from: { path: '^(?:events|contracts|console/src)/', pathNot: [testCode, onlyInNode] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-derived-ids-in-the-browser',
      severity: 'error',
      from: { path: '^console/src/', pathNot: testCode },
      to: { path: onlyInNode, reachable: true },
    },
    {
      name: 'texts-need-only-formats',
      comment:
        'A catalogue of texts is loaded with any page that shows one of them, and translated by itself.',
      severity: 'error',
      from: { path: '^console/src/[^/]+/texts(?:\\.ts$|/)' },
      to: {
        pathNot: [
          '^console/src/format/',
          '^console/src/[^/]+/texts(?:\\.ts$|/)',
          'node_modules/(?:@types/)?react/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'endpoints-are-contracts',
      comment:
        'An endpoint is declared in contracts/, for the server too: a call that only the console knows answers 404.',
      severity: 'error',
      from: { path: '^console/src/', pathNot: testCode },
      to: { path: '^contracts/endpoint\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'events-needs-only-zod',
      severity: 'error',
      from: { path: '^events/', pathNot: testCode },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'contracts-needs-only-zod',
      severity: 'error',
      from: { path: '^contracts/', pathNot: testCode },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-runs-on-test-code',
      severity: 'error',
      from: { pathNot: [testCode, '^(?:e2e|bench)/', '\\.config\\.ts$'] },
      to: { path: [testCode, 'node_modules/(?:vitest|fast-check|playwright-core|@sparticuz/chromium)/'] },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?:console/dist|data|coverage|\\.cache)/' },
    // A type that comes from the wrong place is a dependency too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
