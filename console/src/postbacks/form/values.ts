import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { createPostback, updatePostback } from '@crm/contracts/postbacks/postbacks.ts';
import { type LeadStatus, leadStatuses, type PaymentMode } from '@crm/events/leads/vocabulary.ts';
import type { Preset } from '@crm/events/postbacks/presets.ts';
import { looksSecret } from '@crm/events/postbacks/secrets.ts';
import { postbackDefaults, type TriggerEvent } from '@crm/events/postbacks/vocabulary.ts';
import { changed } from '../../form/changed.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import type { ResourceForm } from '../../pages/resource.ts';
import { paths } from '../../paths.ts';

export type HeaderRow = { key: string; value: string; isSecret: boolean };
export type ParameterRow = { key: string; value: string; isPlaceholder: boolean };
type BodyFormat = 'default' | 'json' | 'form';

/** The form's values: text as typed, blank for a missing value. Field names match the request body. */
export type PostbackValues = {
  name: string;
  description: string;
  url: string;
  method: Postback['method'];
  isActive: boolean;
  headers: HeaderRow[];
  parameters: ParameterRow[];
  bodyTemplate: { format: BodyFormat; template: string };
  triggerEvents: TriggerEvent[];
  statusConditions: LeadStatus[];
  filters: { offers: string[]; webmasters: string[]; paymentModes: PaymentMode[]; countries: string[] };
  statusMap: Record<LeadStatus, string>;
  timeout: string;
  maxRetries: string;
  retryDelay: string;
  /** Secrets are blank when read; a secret left blank keeps its stored value. */
  authentication: {
    type: Postback['authentication']['type'];
    username: string;
    password: string;
    token: string;
    apiKey: string;
    apiKeyHeader: string;
  };
};

/** The values of the form for a new postback. */
export const newPostback: PostbackValues = {
  name: '',
  description: '',
  url: '',
  method: postbackDefaults.method,
  isActive: true,
  headers: [],
  parameters: [],
  bodyTemplate: { format: 'default', template: '' },
  triggerEvents: [],
  statusConditions: [],
  filters: { offers: [], webmasters: [], paymentModes: [], countries: [] },
  statusMap: statusNames({}),
  timeout: String(postbackDefaults.timeout),
  maxRetries: String(postbackDefaults.maxRetries),
  retryDelay: String(postbackDefaults.retryDelay),
  authentication: {
    type: 'none',
    username: '',
    password: '',
    token: '',
    apiKey: '',
    apiKeyHeader: postbackDefaults.apiKeyHeader,
  },
};

export function valuesOf(postback: Postback): PostbackValues {
  const { authentication } = postback;
  return {
    name: postback.name,
    description: postback.description ?? '',
    url: postback.url,
    method: postback.method,
    isActive: postback.isActive,
    headers: postback.headers,
    parameters: postback.parameters,
    bodyTemplate: postback.bodyTemplate ?? { format: 'default', template: '' },
    triggerEvents: postback.triggerEvents,
    statusConditions: postback.statusConditions,
    filters: postback.filters,
    statusMap: statusNames(postback.statusMap),
    timeout: String(postback.timeout),
    maxRetries: String(postback.maxRetries),
    retryDelay: String(postback.retryDelay),
    authentication: {
      ...newPostback.authentication,
      type: authentication.type,
      username: authentication.username,
      apiKeyHeader: authentication.apiKeyHeader || postbackDefaults.apiKeyHeader,
    },
  };
}

/** A text for every status; blank where the partner uses our name. */
function statusNames(map: Postback['statusMap']): Record<LeadStatus, string> {
  const { processing = '', approved = '', cancelled = '', hold = '', trash = '' } = map;
  return { processing, approved, cancelled, hold, trash };
}

const isBlank = (text: string) => text.trim() === '';

/** The complete rows. A secret header may be blank, because its stored value is kept. */
export const fullHeaders = (rows: readonly HeaderRow[]) =>
  rows.filter(({ key, value }) => !isBlank(key) && (!isBlank(value) || looksSecret(key)));
/** Whether a row that is left blank keeps its secret value, which is stored under the header's name. */
export const keepsSecret = (stored: HeaderRow, key: string): boolean =>
  stored.isSecret && stored.key.toLowerCase() === key.trim().toLowerCase();
export const fullParameters = (rows: readonly ParameterRow[]) =>
  rows.filter(({ key, value }) => !isBlank(key) && !isBlank(value));

/** The body to send. A GET has none, even if the form holds a template. */
export function inputOf(values: PostbackValues) {
  const { bodyTemplate, method, statusMap } = values;
  return {
    ...values,
    headers: fullHeaders(values.headers).map(({ key, value }) => ({ key, value })),
    parameters: fullParameters(values.parameters),
    bodyTemplate: method === 'GET' || bodyTemplate.format === 'default' ? null : bodyTemplate,
    statusMap: Object.fromEntries(
      leadStatuses
        .filter((status) => !isBlank(statusMap[status]))
        .map((status) => [status, statusMap[status]]),
    ),
  };
}

export const postbackForm: ResourceForm<
  Postback,
  PostbackValues,
  typeof createPostback,
  typeof updatePostback
> = {
  create: createPostback,
  created: () => paths.postbacks.list,
  update: updatePostback,
  blank: newPostback,
  valuesOf,
  checkNew: checkedBy(createPostback.body, inputOf),
  checkEdit: (before) =>
    checkedBy(updatePostback.body, (values: PostbackValues) => changed(inputOf(before), inputOf(values))),
  // Removes incomplete rows, so that the indexes in error names match the rows of the form.
  prepare: ({ getValues, setValue }) => {
    setValue('headers', fullHeaders(getValues('headers')));
    setValue('parameters', fullParameters(getValues('parameters')));
  },
};

/**
 * Fills the form with a preset. A typed name, the URL, and fields that the preset does not define stay
 * unchanged.
 */
export function presetFilled(values: PostbackValues, { name, fills }: Preset): PostbackValues {
  const { method, parameters, triggerEvents, statusMap, bodyTemplate } = fills;
  return {
    ...values,
    name: isBlank(values.name) ? name : values.name,
    method,
    parameters,
    triggerEvents,
    bodyTemplate: bodyTemplate ?? newPostback.bodyTemplate,
    statusMap: statusNames(statusMap),
  };
}
