import { Download } from 'lucide-react';
import { type ActionName, keysOf } from '../../keys/keymap.ts';
import { useAction } from '../../keys/registry.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import type { Chosen } from '../list/selection.ts';
import type { LeadListInput } from '../queries.ts';
import { leadExportTexts } from '../texts/export.ts';
import { leadWords } from '../texts/words.ts';
import { type Format, useExport } from './useExport.ts';

const texts = leadExportTexts;

type ExportMenuProps = { input: LeadListInput; total: number; chosen: Chosen | null };

const formats: readonly { format: Format; label: string; action: ActionName }[] = [
  { format: 'excel', label: texts.formats.excel, action: 'export-excel' },
  { format: 'csv', label: texts.formats.csv, action: 'export-csv' },
];

/** Exports the selected leads, or all that match the filters. */
export function ExportMenu({ input, total, chosen }: ExportMenuProps) {
  const exporting = useExport(input);
  const [excel, csv] = formats;
  const offer = (one: (typeof formats)[number] | undefined) =>
    one && !exporting.isPending
      ? {
          label: chosen ? texts.selectedTo(one.label) : texts.allTo(one.label),
          group: leadWords.leads,
          action: one.action,
          run: () => exporting.mutate({ format: one.format, selected: chosen }),
        }
      : null;
  useAction(offer(excel));
  useAction(offer(csv));

  const items = (selected: Chosen | null) =>
    formats.map(({ format, label, action }) => (
      <MenuItem
        key={format}
        onSelect={() => exporting.mutate({ format, selected })}
        // With a selection, the shortcut exports the selection, else all leads.
        {...((selected !== null || chosen === null) && { keys: keysOf(action) })}
      >
        {selected ? texts.selectedItem(selected.count, label) : texts.allItem(total, label)}
      </MenuItem>
    ));
  return (
    <Menu
      label={texts.button}
      trigger={
        <Button icon={Download} busy={exporting.isPending}>
          {texts.button}
        </Button>
      }
    >
      {chosen && items(chosen)}
      {chosen && <MenuSeparator />}
      {items(null)}
    </Menu>
  );
}
