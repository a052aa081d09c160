import { useEffect, useEffectEvent, useState } from 'react';
import { ActionButton } from '../keys/ActionButton.tsx';
import type { AuditListState } from './filters.ts';
import { auditTexts } from './texts.ts';

const texts = auditTexts.list;

type AuditPagesProps = {
  page: number;
  /** Where the next pages begin; those of the page before while `isLoading`. */
  older: string | null;
  newer: string | null;
  isLoading: boolean;
  onChange: (patch: Pick<AuditListState, 'page' | 'place'>) => void;
};

/** Newer and older entries. A page begins at an entry and not at a number, so that new entries move no page. */
export function AuditPages({ page, older, newer, isLoading, onChange }: AuditPagesProps) {
  // Only a page's answer says where its neighbours begin: presses until it is there are kept. `to` is the page asked for.
  const [turning, setTurning] = useState({ from: page, to: page, turns: 0 });
  if (turning.from !== page)
    setTurning({ from: page, to: page, turns: turning.to === page ? turning.turns : 0 });
  const isWaiting = isLoading || turning.to !== page;

  /** Turns as many pages, to older ones if positive: one now, and the others from the page that it leads to. */
  function turn(pages: number) {
    if (isWaiting) return setTurning({ ...turning, turns: turning.turns + pages });
    if (pages > 0 && older === null) return setTurning({ ...turning, turns: 0 });
    const step = Math.sign(pages);
    const place = step > 0 ? older && `before:${older}` : newer && `after:${newer}`;
    // The first page is the newest one, whatever has happened since.
    const next = page + step > 1 && place ? { page: page + step, place } : { page: 1, place: '' };
    setTurning({ from: page, to: next.page, turns: pages - step });
    onChange(next);
  }
  const turnKept = useEffectEvent(() => turn(turning.turns));
  useEffect(() => {
    if (!isWaiting && turning.turns !== 0) turnKept();
  }, [isWaiting, turning.turns]);

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
          onClick={() => turn(-1)}
        />
        <ActionButton
          label={texts.older}
          group={texts.title}
          action="next-page"
          disabled={older === null}
          onClick={() => turn(1)}
        />
      </div>
    </div>
  );
}
