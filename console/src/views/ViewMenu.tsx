import type { View } from '@crm/contracts/views/views.ts';
import { Bookmark, ChevronDown, Pencil, Save, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { keysOf, titleOf } from '../keys/keymap.ts';
import { useAction } from '../keys/registry.ts';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/Menu.tsx';
import { viewTexts } from './texts.ts';

const texts = viewTexts.menu;

type ViewMenuProps = {
  /** The name of the list without a view: 'All Leads'. */
  plain: string;
  views: readonly View[];
  current: View | null;
  /** Null without the permission to share. */
  onShare: ((view: View) => void) | null;
  onChoose: (view: View | null) => void;
  /** Null for a user who cannot change views. */
  onSaveAs: (() => void) | null;
  onRename: (view: View) => void;
  onDelete: (view: View) => void;
};

const PLAIN = 'plain';

/** The list of views to choose from, and the actions on the current view. */
export function ViewMenu({ plain, views, current, onShare, onChoose, onSaveAs, ...on }: ViewMenuProps) {
  const [open, setOpen] = useState(false);
  useAction({ label: texts.title, group: texts.title, action: 'views', run: () => setOpen(true) });
  const own = views.filter(({ isShared }) => !isShared);
  const shared = views.filter(({ isShared }) => isShared);
  const choice = {
    value: current?._id ?? PLAIN,
    onChange: (id: string) => onChoose(views.find(({ _id }) => _id === id) ?? null),
    closes: true,
  };

  return (
    <>
      <Menu
        align="start"
        label={texts.title}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button size="sm" icon={Bookmark} title={titleOf(texts.title, 'views')} className="max-w-64">
            {current && <span className="sr-only">{texts.current} </span>}
            <span className="truncate" dir="auto">
              {current?.name ?? texts.title}
            </span>
            <ChevronDown aria-hidden className="size-4 shrink-0" />
          </Button>
        }
      >
        <MenuChoice label={texts.everything} options={[{ value: PLAIN, label: plain }]} {...choice} />
        {own.length > 0 && <MenuChoice label={texts.own} options={own.map(optionOf)} {...choice} />}
        {shared.length > 0 && <MenuChoice label={texts.shared} options={shared.map(optionOf)} {...choice} />}
        {onSaveAs && (
          <>
            <MenuSeparator />
            <MenuItem icon={Save} keys={keysOf('save-view-as')} onSelect={onSaveAs}>
              {texts.saveAs}
            </MenuItem>
          </>
        )}
        {onSaveAs && current?.mayChange && (
          <>
            <MenuItem icon={Pencil} onSelect={() => on.onRename(current)}>
              {texts.rename}
            </MenuItem>
            {onShare && (
              <MenuItem icon={Users} onSelect={() => onShare(current)}>
                {current.isShared ? texts.stopSharing : texts.share}
              </MenuItem>
            )}
            <MenuItem icon={Trash2} danger onSelect={() => on.onDelete(current)}>
              {texts.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {views.slice(0, MOST_FOUND).map((view) => (
        <FoundView key={view._id} name={optionOf(view).label} onChoose={() => onChoose(view)} />
      ))}
    </>
  );
}

const MOST_FOUND = 100;

/** Makes a view available in the palette (Ctrl K). */
function FoundView({ name, onChoose }: { name: string; onChoose: () => void }) {
  useAction({ label: name, group: texts.title, run: onChoose });
  return null;
}

/** A view of another user also shows the owner, because two users may use the same name. */
const optionOf = ({ _id, name, isOwn, ownerName }: View) => ({
  value: _id,
  label: isOwn || ownerName === null ? name : texts.ofOwner(name, ownerName),
});
