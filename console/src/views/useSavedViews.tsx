import type { View, ViewedListName } from '@crm/contracts/views/views.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useCurrentUser } from '../auth/currentUser.ts';
import { FailedChoices } from '../pages/list/FailedChoices.tsx';
import type { ListViews, ViewedList } from '../pages/list/list.ts';
import type { Arrangement } from '../ui/table/arrangement.ts';
import { isOwnStep } from '../url/useUrlState.ts';
import { useChooseView, type ViewContent } from './commands.ts';
import { useOwnColumns } from './ownColumns.ts';
import { viewList } from './queries.ts';
import { viewTexts } from './texts.ts';
import { useBase } from './useBase.ts';
import { ViewBar } from './ViewBar.tsx';
import { contentOf, screenKey, stateOf } from './viewContent.ts';

const noViews: readonly View[] = [];
const noColumns: Arrangement = [];

/**
 * The saved views of a list, for `views` of useListPage. A view sets the URL and the columns; a list that is opened
 * without URL parameters restores the last used one.
 */
export function useSavedViews(
  list: ViewedListName,
  { fields, columns, state, setState, heading, many }: ViewedList,
): ListViews {
  const views = useQuery(viewList(list));
  const all = views.data?.data.views ?? noViews;
  const current = all.find(({ _id }) => _id === state.view) ?? null;
  const keepChoice = useChooseView(list);

  const own = useOwnColumns();
  const user = useCurrentUser()._id;
  const placeOf = (view: View | null) => `${user} ${view?._id ?? plainPlaceOf(list)}`;
  const saved = current?.columns ?? noColumns;
  const ownArrangement = own.of(placeOf(current));
  const arrangement = ownArrangement ?? saved;

  /** Applies a view's filters, sort and columns; null applies the plain list and keeps the columns. */
  function show(view: View | null, options?: { replace?: boolean; flushSync?: boolean }) {
    if (view) own.set(placeOf(view), null);
    setState({ ...stateOf(fields, view), view: view?._id ?? '', page: 1 }, options);
  }

  // If loading the views fails, the list does not wait for them.
  const pending = views.isPending && views.failureCount === 0;
  const opening = useLastUsed(pending, views.data?.data, (view) => show(view, { replace: true }));
  const screen = (): ViewContent => contentOf(fields, state, columns, arrangement);
  const key = screenKey(fields, columns, screen());
  const savedKey = current && screenKey(fields, columns, current);
  const base = useBase(current, savedKey, key);
  useFollowing(current?._id ?? null, savedKey, key, () => show(current, { replace: true }));

  return {
    arranging: {
      arrangement,
      onArrange: (next: Arrangement) => own.set(placeOf(current), next),
      onReset: ownArrangement && (() => own.set(placeOf(current), null)),
    },
    bar: (
      <>
        <ViewBar
          list={list}
          many={many}
          plain={heading}
          views={all}
          current={current}
          modified={savedKey !== null && savedKey !== key}
          base={base}
          screen={screen}
          onChoose={(view) => {
            show(view);
            keepChoice(view?._id ?? null);
          }}
          // At once: a colleague's change that arrives meanwhile then finds an unmodified screen, and is followed.
          onReset={() => show(current, { flushSync: true })}
          // The view holds the columns that the screen had when it was saved.
          onKept={() => own.dropSaved(placeOf(current), ownArrangement)}
        />
        <FailedChoices of={{ [viewTexts.menu.title]: views }} />
      </>
    ),
    opening: opening || (pending && Boolean(state.view)),
  };
}

/** The list without a view. Of leads it names no list, as before other lists had views. */
const plainPlaceOf = (list: ViewedListName) => (list === 'leads' ? 'plain' : `plain ${list}`);

/** Restores the last used view once, when the list is opened without parameters. */
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
    // Still opening until the URL has changed, so that the plain list does not flash.
    if (last) bringBack(last);
    else setSettled(key);
  }, [opening, pending, known, key]);
  return opening;
}

/** Applies a colleague's change of the saved view, unless the user has changed the screen. */
function useFollowing(view: string | null, saved: string | null, screen: string, show: () => void): void {
  const before = useRef({ view, saved });
  const follow = useEffectEvent((now: { view: string | null; saved: string | null }) => {
    const was = before.current;
    before.current = now;
    if (now.view !== null && now.view === was.view && now.saved !== was.saved && was.saved === screen) show();
  });
  useEffect(() => follow({ view, saved }), [view, saved]);
}
