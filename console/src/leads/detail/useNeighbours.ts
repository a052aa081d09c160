import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { errorText } from '../../api/errors.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.tsx';
import { useIsHere } from '../../url/useIsHere.ts';
import { extended, keepListOrder, type ListOrder, pagesBeyond } from '../listOrder.ts';
import { leadList } from '../queries.ts';
import { leadDetailTexts } from '../texts/detail.tsx';
import { leadDetail } from './queries.ts';
import { readListOrder } from './readListOrder.ts';

const texts = leadDetailTexts.header;

export type Neighbours = { onPrevious: () => void; onNext: () => void };

/**
 * The leads before and after this one in the order of the list that the user came from; null when the page was not
 * opened from a list. Reads the next lead ahead, so that it appears at once.
 */
export function useNeighbours(id: string): Neighbours | null {
  const navigate = useNavigate();
  const { search } = useLocation();
  const queryClient = useQueryClient();
  const [order] = useState(readListOrder);
  const at = order?.ids.indexOf(id) ?? -1;
  const ahead = order?.ids[at + 1];
  const moving = useRef(false);
  const isHere = useIsHere();

  useEffect(() => {
    if (at !== -1 && ahead !== undefined) void queryClient.prefetchQuery(leadDetail(ahead));
  }, [at, ahead, queryClient]);

  if (order === null || at === -1) return null;

  async function move(from: ListOrder, step: 1 | -1) {
    const known = from.ids[at + step];
    const wanted = known ?? (await beyond(from, step));
    // A user who left while the page was read stays where they are.
    if (!isHere()) return;
    // Replaces the entry: Back returns to the list.
    if (wanted !== null) return navigate(paths.leads.one(wanted) + withoutMoment(search), { replace: true });
    toast.info(step === 1 ? texts.isLast : texts.isFirst);
  }

  /** Reads on at the end of the known leads. */
  async function beyond(from: ListOrder, step: 1 | -1): Promise<string | null> {
    for (const page of pagesBeyond(from, step)) {
      const { data } = await queryClient.fetchQuery(leadList({ ...from.input, page }));
      const next = extended(
        from,
        step,
        page,
        data.map(({ _id }) => _id),
      );
      if (next === null) continue;
      keepListOrder(next);
      return next.ids[next.ids.indexOf(id) + step] ?? null;
    }
    return null;
  }

  function go(step: 1 | -1) {
    if (order === null || moving.current) return;
    moving.current = true;
    move(order, step)
      .catch((error) => toast.error(errorText(error)))
      .finally(() => {
        moving.current = false;
      });
  }

  return { onPrevious: () => go(-1), onNext: () => go(1) };
}

/** The tab of the page stays. A moment of this lead's history is none of another lead. */
function withoutMoment(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('at');
  return params.size > 0 ? `?${params}` : '';
}
