import { Download } from 'lucide-react';
import { Fragment } from 'react';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { keysOf } from '../../keys/keymap.ts';
import { useAction } from '../../keys/registry.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { pageTexts } from '../texts.ts';
import type { ExportItem, List } from './list.ts';

/** Exports the list: a button, or a menu when there are several ways. */
export function ExportButton<Row>({ list: { title, exporting } }: { list: List<Row> }) {
  if (!exporting) return null;
  const { busy, groups } = exporting;
  const items = groups.flat();
  const [only] = items;
  if (only?.action && items.length === 1)
    return (
      <ActionButton
        label={only.label}
        group={title}
        action={only.action}
        icon={Download}
        busy={busy}
        onClick={only.run}
      />
    );
  return (
    <>
      {!busy && items.map((item) => <ItemKey key={item.label} item={item} group={title} />)}
      <Menu
        label={pageTexts.list.export}
        trigger={
          <Button icon={Download} busy={busy}>
            {pageTexts.list.export}
          </Button>
        }
      >
        {groups.map((group, at) => (
          <Fragment key={group[0]?.label}>
            {at > 0 && <MenuSeparator />}
            {group.map(({ label, action, run }) => (
              <MenuItem key={label} onSelect={run} {...(action && { keys: keysOf(action) })}>
                {label}
              </MenuItem>
            ))}
          </Fragment>
        ))}
      </Menu>
    </>
  );
}

function ItemKey({ item: { label, keyLabel, action, run }, group }: { item: ExportItem; group: string }) {
  useAction(action ? { label: keyLabel ?? label, group, action, run } : null);
  return null;
}
