import { approvalSorts } from '@crm/contracts/approvals/approvals.ts';
import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { capitalised } from '../ui/StatusBadge.tsx';
import { idOr, oneOf, paging, type StateOf, search, viewed } from '../url/fields.ts';
import type { ApprovalsInput } from './queries.ts';
import { approvalTexts } from './texts.ts';

const texts = approvalTexts.filters;

/** How long a request has waited: hours by the value in the URL. */
const ages = { '4h': 4, '1d': 24, '3d': 72, '7d': 168 } as const;

/** The state in the page's URL. */
export const approvalListState = {
  ...paging,
  ...viewed,
  search,
  operator: idOr('all'),
  requested: oneOf(['all', ...leadStatuses], 'all'),
  product: idOr('all'),
  age: oneOf(['all', '4h', '1d', '3d', '7d'], 'all'),
  sortBy: oneOf(approvalSorts, 'requestedAt'),
  sortOrder: oneOf(['asc', 'desc'], 'asc'),
};
export type ApprovalListState = StateOf<typeof approvalListState>;

export const requestedOptions = [
  { value: 'all' as const, label: texts.allRequested },
  ...leadStatuses.map((status) => ({ value: status, label: texts.requestedStatus(capitalised(status)) })),
];

export const ageOptions = [
  { value: 'all', label: texts.ages.all },
  { value: '4h', label: texts.ages['4h'] },
  { value: '1d', label: texts.ages['1d'] },
  { value: '3d', label: texts.ages['3d'] },
  { value: '7d', label: texts.ages['7d'] },
] as const;

/** The query to send to the server. */
export function queryOf({
  search,
  operator,
  requested,
  product,
  age,
  view,
  ...others
}: ApprovalListState): ApprovalsInput {
  return {
    ...others,
    search: search || undefined,
    assignedOperator: operator === 'all' ? undefined : operator,
    requestedStatus: requested === 'all' ? undefined : requested,
    offer: product === 'all' ? undefined : product,
    waitingHours: age === 'all' ? undefined : ages[age],
  };
}
