import { ActionButton } from '../../keys/ActionButton.tsx';
import type { List } from '../../pages/list/list.ts';
import { nextPage, previousPage } from '../../ui/Pagination.tsx';
import { subscriptionTexts } from '../texts.ts';

const texts = subscriptionTexts.list;

/** 'Showing X to Y of Z entries' with Previous and Next; hidden while one page shows everything. */
export function Entries<Row>({ list }: { list: List<Row> }) {
  const { query, page, limit, title, onPage } = list;
  const pagination = query.data?.pagination;
  if (!pagination || pagination.totalPages <= 1) return null;
  const { total, totalPages } = pagination;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="status" className="text-sm text-muted">
        {texts.showing((page - 1) * limit + 1, Math.min(page * limit, total), total)}
      </p>
      <div className="flex gap-2">
        <ActionButton
          label={texts.previous}
          group={title}
          action="previous-page"
          disabled={page <= 1}
          onClick={() => onPage(previousPage)}
        />
        <ActionButton
          label={texts.next}
          group={title}
          action="next-page"
          disabled={page >= totalPages}
          onClick={() => onPage(nextPage(totalPages))}
        />
      </div>
    </div>
  );
}
