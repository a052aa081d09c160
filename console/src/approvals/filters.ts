import { approvalSorts } from '@crm/contracts/approvals/approvals.ts';
import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { z } from 'zod';
import { capitalised } from '../ui/StatusBadge.tsx';
import { paging } from '../url/codec.ts';
import type { ApprovalsInput } from './queries.ts';

const idOrAll = z.union([z.literal('all'), z.guid()]).default('all');

/** How long a request has waited: hours by the value in the URL. */
const ages = { '4h': 4, '1d': 24, '3d': 72, '7d': 168 } as const;

/** The state in the page's URL. */
export const approvalListState = z.object({
  ...paging,
  search: z.string().trim().max(200).default(''),
  operator: idOrAll,
  requested: z.enum(['all', ...leadStatuses]).default('all'),
  product: idOrAll,
  age: z.enum(['all', '4h', '1d', '3d', '7d']).default('all'),
  sortBy: z.enum(approvalSorts).default('requestedAt'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});
type ApprovalListState = z.infer<typeof approvalListState>;

export const requestedOptions = [
  { value: 'all' as const, label: 'All requests' },
  ...leadStatuses.map((status) => ({ value: status, label: `To ${capitalised(status)}` })),
];

export const ageOptions = [
  { value: 'all', label: 'Any age' },
  { value: '4h', label: 'Over 4 hours' },
  { value: '1d', label: 'Over 1 day' },
  { value: '3d', label: 'Over 3 days' },
  { value: '7d', label: 'Over 7 days' },
] as const;

/** The query to send to the server. */
export function queryOf({
  search,
  operator,
  requested,
  product,
  age,
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
