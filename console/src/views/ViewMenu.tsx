import type { View } from '@crm/contracts/views/views.ts';
import { Bookmark, ChevronDown, Pencil, Save, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { keysOf, titleOf } from '../keys/keymap.ts';
import { useAction } from '../keys/registry.ts';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/Menu.tsx';

type ViewMenuProps = {
  /** The name of the list without a view: 'All Leads'. */
  plain: string;
  views: readonly View[];
  current: View | null;
  /** Null without the permission to share. */
  onShare: ((view: View) => void) | null;
  onChoose: (view: View | null) => void;
  onSaveAs: () => void;
  onRename: (view: View) => void;
  onDelete: (view: View) => void;
};

const PLAIN = 'plain';

/** The list of views to choose from, and the actions on the current view. */
export function ViewMenu({ plain, views, current, onShare, onChoose, ...on }: ViewMenuProps) {
  const [open, setOpen] = useState(false);
  useAction({ label: 'Views', group: 'Views', action: 'views', run: () => setOpen(true) });
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
        label="Views"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button size="sm" icon={Bookmark} title={titleOf('Views', 'views')} className="max-w-64 max-md:h-9">
            {current && <span className="sr-only">View: </span>}
            <span className="truncate" dir="auto">
              {current?.name ?? 'Views'}
            </span>
            <ChevronDown aria-hidden className="size-4 shrink-0" />
          </Button>
        }
      >
        <MenuChoice label="Everything" options={[{ value: PLAIN, label: plain }]} {...choice} />
        {own.length > 0 && <MenuChoice label="My views" options={own.map(optionOf)} {...choice} />}
        {shared.length > 0 && (
          <MenuChoice label="Shared with everybody" options={shared.map(optionOf)} {...choice} />
        )}
        <MenuSeparator />
        <MenuItem icon={Save} keys={keysOf('save-view-as')} onSelect={on.onSaveAs}>
          Save as new view
        </MenuItem>
        {current?.mayChange && (
          <>
            <MenuItem icon={Pencil} onSelect={() => on.onRename(current)}>
              Rename view
            </MenuItem>
            {onShare && (
              <MenuItem icon={Users} onSelect={() => onShare(current)}>
                {current.isShared ? 'Stop sharing' : 'Share with everybody'}
              </MenuItem>
            )}
            <MenuItem icon={Trash2} danger onSelect={() => on.onDelete(current)}>
              Delete view
            </MenuItem>
          </>
        )}
      </Menu>
      {views.slice(0, MOST_FOUND).map((view) => (
        <FoundView key={view._id} name={view.name} onChoose={() => onChoose(view)} />
      ))}
    </>
  );
}

const MOST_FOUND = 100;

/** Makes a view available in the palette (Ctrl K). */
function FoundView({ name, onChoose }: { name: string; onChoose: () => void }) {
  useAction({ label: name, group: 'Views', run: onChoose });
  return null;
}

/** A view of another user also shows the owner, because two users may use the same name. */
const optionOf = ({ _id, name, isOwn, ownerName }: View) => ({
  value: _id,
  label: isOwn || ownerName === null ? name : `${name} · ${ownerName}`,
});
