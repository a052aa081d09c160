import type { View } from '@crm/contracts/views/views.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useCurrentUser } from '../../auth/currentUser.ts';
import type { Arrangement } from '../../ui/table/arrangement.ts';
import { isOwnStep, useUrlState } from '../../url/useUrlState.ts';
import { useChooseView, type ViewContent } from '../../views/commands.ts';
import { viewList } from '../../views/queries.ts';
import { leadListState, noFilters } from './filters.ts';
import { useOwnColumns } from './ownColumns.ts';
import { contentOf, screenKey, stateOf } from './viewContent.ts';

type Columns = readonly { id: string }[];
const noViews: readonly View[] = [];
const noColumns: Arrangement = [];
const plainSort = leadListState.pick({ sortBy: true, sortOrder: true }).parse({});

/**
 * The state of the list: its address, which a view may have filled, and its columns. Opened without parameters it
 * comes back as it was last looked at.
 */
export function useLeadView(columns: Columns) {
  const [state, setState] = useUrlState(leadListState);
  const views = useQuery(viewList);
  const all = views.data?.data.views ?? noViews;
  const current = all.find(({ _id }) => _id === state.view) ?? null;
  const keepChoice = useChooseView();

  const own = useOwnColumns();
  const user = useCurrentUser()._id;
  const placeOf = (view: View | null) => `${user} ${view?._id ?? 'plain'}`;
  const saved = current?.columns ?? noColumns;
  const arrangement = own.of(placeOf(current)) ?? saved;

  /** Fills the screen with what the view brings back; null is the plain list, with the columns left as they are. */
  function show(view: View | null, options?: { replace: boolean }) {
    if (view) own.set(placeOf(view), null);
    const filled = view ? stateOf(view) : plainSort;
    setState({ ...noFilters, ...filled, view: view?._id ?? '', page: 1 }, options);
  }

  // Should the views not come, the list does not wait for them.
  const pending = views.isPending && views.failureCount === 0;
  const opening = useLastUsed(pending, views.data?.data, (view) => show(view, { replace: true }));
  const screen = (): ViewContent => contentOf(state, columns, arrangement);
  const key = screenKey(columns, screen());
  const savedKey = current && screenKey(columns, current);
  useFollowing(current?._id ?? null, savedKey, key, () => show(current, { replace: true }));

  return {
    state,
    setState,
    views: all,
    current,
    modified: savedKey !== null && savedKey !== key,
    screen,
    arrangement,
    arrangeAs: (next: Arrangement) => own.set(placeOf(current), next),
    /** Null while the columns are those of the view, or of the plain list. */
    resetColumns: own.of(placeOf(current)) && (() => own.set(placeOf(current), null)),
    choose(view: View | null) {
      show(view);
      void keepChoice(view?._id ?? null);
    },
    reset: () => show(current),
    /** The view brings back the screen now: nothing of it is only this device's. */
    kept: () => own.set(placeOf(current), null),
    /** It is not known yet what the list comes back as, or with which columns. */
    opening: opening || (pending && state.view !== ''),
  };
}

/** A list that is opened without parameters brings back what was looked at last; once, and never under its reader. */
function useLastUsed(
  pending: boolean,
  known: { views: readonly View[]; lastUsed: string | null } | undefined,
  show: (view: View) => void,
): boolean {
  const { key, search, state } = useLocation();
  const [settled, setSettled] = useState<string | null>(null);
  const opening = search === '' && !isOwnStep(state) && settled !== key;
  const bringBack = useEffectEvent(show);
  useEffect(() => {
    if (!opening || pending) return;
    const last = known?.views.find(({ _id }) => _id === known.lastUsed);
    // Until the address has changed it is still opening: nothing of the plain list shows in between.
    if (last) bringBack(last);
    else setSettled(key);
  }, [opening, pending, known, key]);
  return opening;
}

/** Who has not changed the screen follows what a colleague saves into the view. */
function useFollowing(view: string | null, saved: string | null, screen: string, show: () => void): void {
  const before = useRef({ view, saved });
  const follow = useEffectEvent((now: { view: string | null; saved: string | null }) => {
    const was = before.current;
    before.current = now;
    if (now.view !== null && now.view === was.view && now.saved !== was.saved && was.saved === screen) show();
  });
  useEffect(() => follow({ view, saved }), [view, saved]);
}
