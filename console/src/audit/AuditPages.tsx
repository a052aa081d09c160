import { ActionButton } from '../keys/ActionButton.tsx';
import { auditTexts } from './texts.ts';
import { type PageTurnsInput, usePageTurns } from './usePageTurns.ts';

const texts = auditTexts.list;

/** Newer and older entries. A page begins at an entry and not at a number, so that new entries move no page. */
export function AuditPages(props: PageTurnsInput) {
  const { page, older } = props;
  const turn = usePageTurns(props);
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
          unavailable={isNewest}
          onClick={() => turn(-1)}
        />
        <ActionButton
          label={texts.older}
          group={texts.title}
          action="next-page"
          unavailable={older === null}
          onClick={() => turn(1)}
        />
      </div>
    </div>
  );
}
