import { Download } from 'lucide-react';
import { formatNumber } from '../../format/count.ts';
import { type ActionName, keysOf } from '../../keys/keymap.ts';
import { useAction } from '../../keys/registry.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import type { Chosen } from '../list/selection.ts';
import type { LeadListInput } from '../queries.ts';
import { type Format, useExport } from './useExport.ts';

type ExportMenuProps = { input: LeadListInput; total: number; chosen: Chosen | null };

const formats: readonly { format: Format; label: string; action: ActionName }[] = [
  { format: 'excel', label: 'Excel (.xlsx)', action: 'export-excel' },
  { format: 'csv', label: 'CSV (.csv)', action: 'export-csv' },
];

/** Exports the selected leads, or all that match the filters. */
export function ExportMenu({ input, total, chosen }: ExportMenuProps) {
  const exporting = useExport(input);
  const [excel, csv] = formats;
  const offer = (one: (typeof formats)[number] | undefined) =>
    one && !exporting.isPending
      ? {
          label: `Export ${chosen ? 'selected' : 'all'} leads to ${one.label}`,
          group: 'Leads',
          action: one.action,
          run: () => exporting.mutate({ format: one.format, selected: chosen }),
        }
      : null;
  useAction(offer(excel));
  useAction(offer(csv));

  const items = (what: string, selected: Chosen | null) =>
    formats.map(({ format, label, action }) => (
      <MenuItem
        key={format}
        onSelect={() => exporting.mutate({ format, selected })}
        // With a selection, the shortcut exports the selection, else all leads.
        {...((selected !== null || chosen === null) && { keys: keysOf(action) })}
      >{`${what} · ${label}`}</MenuItem>
    ));
  return (
    <Menu
      label="Export"
      trigger={
        <Button icon={Download} busy={exporting.isPending}>
          Export
        </Button>
      }
    >
      {chosen && items(`${formatNumber(chosen.count)} selected`, chosen)}
      {chosen && <MenuSeparator />}
      {items(`All ${formatNumber(total)} listed`, null)}
    </Menu>
  );
}
