import { createElement, Fragment, type ReactNode } from 'react';

/** The texts of the form of a postback, in the order of its panels. */
export const postbackFormTexts = {
  actions: { logs: 'Logs', test: 'Test' },
  general: {
    title: 'Postback',
    presets: 'Start from',
    presetsHint: 'Fills the form below as a common tracker expects it.',
    filled: (description: string) => `Filled in. ${description}`,
    name: 'Name',
    description: 'Description',
    active: 'Active',
    activeHint:
      'Only an active postback is sent. What happens while it is off can be sent later by a backfill.',
  },
  request: {
    title: 'Request',
    method: 'Method',
    url: 'URL',
    urlHint: 'Path and query can contain placeholders in double braces: ?click={{sub1}}',
    remove: (row: string) => `Remove ${row}`,
  },
  parameters: {
    title: 'Parameters',
    add: 'Add Parameter',
    inQuery: 'A GET sends them in the query.',
    besideBody: 'With a body of its own, a POST sends them in the query.',
    asBody: 'A POST sends them as a JSON object. Without any, the whole event and lead are sent.',
    row: (n: number) => `parameter ${n}`,
    label: (n: number) => `Parameter ${n}`,
    nameLabel: (n: number) => `Parameter ${n} name`,
    valueLabel: (n: number) => `Parameter ${n} value`,
    name: 'Name',
    value: 'Value',
    isPlaceholder: 'Placeholder',
    /** Before the value that the placeholder has for the last lead. */
    lastLead: 'Last lead:',
    noValue: 'no value',
  },
  body: {
    title: 'Body',
    formats: { default: 'Parameters', json: 'JSON template', form: 'Form template' },
    template: 'Body template',
    hints: {
      json: 'Without quotes, {{total}} becomes a JSON value of its own; within quotes, its text.',
      form: 'Values are percent-encoded: order={{orderId}}&sum={{total}}',
    },
  },
  headers: {
    title: 'Headers',
    hint: 'Values can contain placeholders in double braces: {{orderId}}. Values of headers that look secret are stored encrypted and never shown.',
    add: 'Add Header',
    row: (n: number) => `header ${n}`,
    nameLabel: (n: number) => `Header ${n} name`,
    valueLabel: (n: number) => `Header ${n} value`,
    name: 'Name',
    value: 'Value',
    keepSecret: 'Set. Leave blank to keep it.',
  },
  placeholders: {
    insert: (into: string) => `Insert placeholder into ${into}`,
    title: 'Placeholders',
    find: 'Find a placeholder',
    loading: 'Loading…',
    empty: 'Nothing found',
    noLead: 'Values show once there is a lead.',
    lastLead: (orderId: string) => `Values of the last lead, order ${orderId}.`,
  },
  triggers: {
    title: 'When it is sent',
    events: 'Trigger events',
    eventsHint:
      'One event is sent once: an approval goes as Lead Approved where that is chosen, else as Status Update.',
    conditions: 'Status conditions',
    conditionsHint: 'Changes of status are sent only when they lead to one of these; none chosen is all.',
  },
  filters: {
    noneIsAll: 'None chosen is all.',
    offers: 'Offers',
    webmasters: 'Webmasters',
    webmastersHint: 'As written in the lead; upper and lower case are the same.',
    countries: 'Countries',
    countriesHint: '2-letter codes: US, IN.',
    paymentModes: 'Payment modes',
    add: 'Add…',
    type: 'Type and press Enter',
    remove: (value: string) => `Remove ${value}`,
  },
  statusNames: {
    title: 'Status names',
    /** `status` and `previousStatus` are the names of two placeholders. */
    hint: (status: ReactNode, previousStatus: ReactNode): ReactNode =>
      createElement(
        Fragment,
        null,
        'The partner’s name of each status, sent as ',
        status,
        ' and ',
        previousStatus,
        '. Leave blank to send our name.',
      ),
  },
  authentication: {
    title: 'Authentication',
    type: 'Type',
    types: { none: 'None', basic: 'Basic', bearer: 'Bearer token', api_key: 'API key' },
    username: 'Username',
    password: 'Password',
    token: 'Token',
    header: 'Header',
    apiKey: 'API key',
    keepSecret: 'It is set. Leave blank to keep it.',
    storedSecret: 'Stored encrypted, and never shown again.',
  },
  delivery: {
    title: 'Delivery',
    timeout: 'Timeout (ms)',
    timeoutHint: '1000 to 60000, in steps of 1000',
    retries: 'Max retries',
    retriesHint: '0 to 10',
    delay: 'Retry delay (ms)',
    delayHint: '1000 to 60000, between attempts',
  },
  signing: {
    title: 'Signing secret',
    text: 'Partners use it to check that a request is ours and unchanged (Standard Webhooks). It was shown once, when it was created.',
    previousUntil: (time: string) => `The previous secret also signs until ${time}.`,
    roll: 'Roll secret',
    rollTitle: 'Roll the signing secret',
    rollMessage:
      'A new secret is created and shown once. The old one stays valid for 24 hours: until then every request is also signed with it, so that the partner can switch.',
    rolled: (until: string) => `The old secret also signs until ${until}, so that the partner can switch.`,
    rolledNotShown: 'The signing secret was rolled, but the new one was not shown: roll it again.',
    createdNotShown: (name: string) =>
      `The signing secret of the postback “${name}” was not shown: roll it on the postback’s page.`,
    created:
      'Give it to the partner, who uses it to check that a request is ours. You can replace it on the postback’s page.',
  },
  preview: {
    title: 'Preview',
    noLead: 'There is no lead yet: names are filled in once there is one.',
    lastLead: (orderId: string) => `The request for the latest lead, order ${orderId}.`,
    signed:
      'Every request also has the headers webhook-id, webhook-timestamp and webhook-signature, made with this postback’s signing secret.',
  },
};
