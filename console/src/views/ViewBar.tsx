import type { View, ViewedListName } from '@crm/contracts/views/views.ts';
import { useState } from 'react';
import { codeOf, errorText } from '../api/errors.ts';
import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { ActionButton } from '../keys/ActionButton.tsx';
import { useAction } from '../keys/registry.ts';
import { Badge } from '../ui/Badge.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { onDemand, usePopup } from '../ui/onDemand.ts';
import { toast } from '../ui/toast.tsx';
import { useDeleteView, useOverwriteView, useUpdateView, type ViewContent } from './commands.ts';
import { viewTexts } from './texts.ts';
import type { Base } from './useBase.ts';
import { ViewMenu } from './ViewMenu.tsx';

const texts = viewTexts.bar;

const group = viewTexts.menu.title;

type ViewBarProps = {
  list: ViewedListName;
  /** The noun of its rows: 'leads'. */
  many: string;
  /** The name of the list without a view: 'All Leads'. */
  plain: string;
  views: readonly View[];
  current: View | null;
  /** Whether the screen differs from the view, or from the plain list without one. */
  modified: boolean;
  /** The view that the screen was made from. */
  base: Base;
  /** The content to save: the current filters, sort and columns. */
  screen: () => ViewContent;
  onChoose: (view: View | null) => void;
  onReset: () => void;
  /** Called after the view was updated to the screen of this render, which may have changed since. */
  onKept: () => void;
};

const naming = onDemand(() => import('./NameViewDialog.tsx'));

type ViewDialog = { kind: 'save' } | { kind: 'rename'; view: View } | { kind: 'delete'; view: View };

/** The current view, whether the screen differs from it, and the actions to save or reset. */
export function ViewBar({ list, many, plain, views, current, modified, base, screen, ...on }: ViewBarProps) {
  const user = useCurrentUser();
  const mayShare = can(user, 'share-views');
  const mayChange = can(user, 'change-own');
  const [dialog, setDialog] = useState<ViewDialog | null>(null);
  const [savingId, setSavingId] = useState<string | null>(null);
  const update = useUpdateView(list);
  const overwrite = useOverwriteView(list);
  const remove = useDeleteView(list);
  const named = usePopup(naming, dialog?.kind === 'save' || dialog?.kind === 'rename');
  const close = () => setDialog(null);
  const saveAs = () => setDialog({ kind: 'save' });
  // The shortcut also works while the screen is unmodified.
  useAction(
    !mayChange || (current && modified)
      ? null
      : { label: viewTexts.menu.saveAs, group, action: 'save-view-as', run: saveAs },
  );

  function share(view: View) {
    update(view, { isShared: !view.isShared }).then(
      () => toast.success(view.isShared ? texts.notShared : texts.shared),
      (error) => toast.error(errorText(error)),
    );
  }

  async function save(view: View) {
    setSavingId(view._id);
    base.send();
    try {
      await overwrite(base.current() ?? view, screen());
      on.onKept();
      toast.success(texts.saved(view.name));
    } catch (error) {
      const isOverOther = codeOf(error) === 'changed-meanwhile';
      if (isOverOther) base.accept();
      toast.error(isOverOther ? texts.changedMeanwhile(view.name) : errorText(error));
    } finally {
      setSavingId(null);
    }
  }

  return (
    <>
      <ViewMenu
        plain={plain}
        views={views}
        current={current}
        onShare={mayShare ? share : null}
        onChoose={on.onChoose}
        onSaveAs={mayChange ? saveAs : null}
        onRename={(view) => setDialog({ kind: 'rename', view })}
        onDelete={(view) => setDialog({ kind: 'delete', view })}
      />
      {current && modified && (
        <span className="flex flex-wrap items-center gap-1">
          <Badge tone="warn">{texts.modified}</Badge>
          {mayChange && current.mayChange && (
            <ActionButton
              label={texts.save}
              group={group}
              action="save-view"
              size="sm"
              variant="ghost"
              busy={savingId === current._id}
              onClick={() => void save(current)}
            />
          )}
          {mayChange && (
            <ActionButton
              label={texts.saveAs}
              group={group}
              action="save-view-as"
              size="sm"
              variant="ghost"
              onClick={saveAs}
            />
          )}
          <ActionButton
            label={texts.reset}
            group={group}
            action="reset-view"
            size="sm"
            variant="ghost"
            onClick={on.onReset}
          />
        </span>
      )}
      {named && dialog?.kind === 'save' && (
        <named.NameViewDialog
          list={list}
          mayShare={mayShare}
          screen={screen}
          onSaved={on.onChoose}
          onClose={close}
        />
      )}
      {named && dialog?.kind === 'rename' && (
        <named.NameViewDialog list={list} view={dialog.view} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          open
          danger
          title={viewTexts.delete.title(dialog.view.name)}
          message={dialog.view.isShared ? viewTexts.delete.shared(many) : viewTexts.delete.own(many)}
          confirmLabel={viewTexts.delete.confirm}
          onConfirm={() => remove(dialog.view)}
          onClose={close}
        />
      )}
    </>
  );
}
