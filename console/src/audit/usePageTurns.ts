import { useEffect, useEffectEvent, useState } from 'react';
import type { AuditListState } from './filters.ts';

export type PageTurnsInput = {
  /** The list that is shown (listOf): a filter makes another one. */
  list: string;
  page: number;
  /** Where the next pages begin; those of the page or list before while `isLoading`. */
  older: string | null;
  newer: string | null;
  isLoading: boolean;
  onChange: (patch: Pick<AuditListState, 'page' | 'place'>) => void;
};

/** `to`: the page asked for. `turns`: those to make when it is there. `isTurned`: the page was opened by a turn. */
type Turning = { list: string; from: number; to: number; turns: number; isTurned: boolean };

/**
 * Turns the pages of the history. Only a page's answer says where its neighbours begin: turns until it is there are kept. Turns
 * while another list loads are ignored: the user saw the entries of the list before.
 * @returns turns as many pages, to older ones if positive
 */
export function usePageTurns({ list, page, older, newer, isLoading, onChange }: PageTurnsInput) {
  const resting: Turning = { list, from: page, to: page, turns: 0, isTurned: false };
  const [turning, setTurning] = useState(resting);
  if (turning.list !== list || turning.from !== page) {
    const isTurned = turning.list === list && turning.to === page;
    setTurning(isTurned ? { ...turning, from: page, isTurned } : resting);
  }
  const isOnItsWay = turning.to !== page || (turning.isTurned && isLoading);

  /** Turns one page; the others are turned from the page that it leads to. */
  const turnOne = useEffectEvent(() => {
    const step = Math.sign(turning.turns);
    if (step > 0 && older === null) return setTurning((now) => ({ ...now, turns: 0 }));
    const place = step > 0 ? older && `before:${older}` : newer && `after:${newer}`;
    // The first page is the newest one, whatever has happened since.
    const next = page + step > 1 && place ? { page: page + step, place } : { page: 1, place: '' };
    setTurning((now) => ({ ...now, from: page, to: next.page, turns: now.turns - step }));
    onChange(next);
  });
  // All pages are turned by this effect: a press between the arrival of a page and it is added to those that were kept.
  useEffect(() => {
    if (!isOnItsWay && turning.turns !== 0) turnOne();
  }, [isOnItsWay, turning]);

  return (pages: number) => {
    if (!isLoading || isOnItsWay) setTurning((now) => ({ ...now, turns: now.turns + pages }));
  };
}
