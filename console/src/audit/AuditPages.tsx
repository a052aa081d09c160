import { ActionButton } from '../keys/ActionButton.tsx';
import type { AuditListState } from './filters.ts';
import { auditTexts } from './texts.ts';

const texts = auditTexts.list;

type AuditPagesProps = {
  page: number;
  older: string | null;
  newer: string | null;
  onChange: (patch: Pick<AuditListState, 'page' | 'place'>) => void;
};

/** Newer and older entries. A page begins at an entry and not at a number, so that new entries move no page. */
export function AuditPages({ page, older, newer, onChange }: AuditPagesProps) {
  const isNewest = page === 1;
  if (isNewest && older === null) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="status" className="text-sm text-muted">
        {texts.page(page)}
      </p>
      <div className="flex gap-2">
        <ActionButton
          label={texts.newer}
          group={texts.title}
          action="previous-page"
          disabled={isNewest}
          // The first page is the newest one, whatever has happened since.
          onClick={() =>
            onChange(
              page > 2 && newer !== null
                ? { page: page - 1, place: `after:${newer}` }
                : { page: 1, place: '' },
            )
          }
        />
        <ActionButton
          label={texts.older}
          group={texts.title}
          action="next-page"
          disabled={older === null}
          onClick={() => older !== null && onChange({ page: page + 1, place: `before:${older}` })}
        />
      </div>
    </div>
  );
}
