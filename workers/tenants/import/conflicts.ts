import type { TenantArchive } from '@crm/contracts/tenants/import.ts';
import type { Conflicts } from '@crm/platform/event-store/importing/conflicts.ts';

/** The records of an archive that this installation has already, for users. None if it can be imported. */
export function conflictTexts(
  conflicts: Conflicts,
  { tenant }: Pick<TenantArchive, 'tenant'>,
): { item: string; message: string }[] {
  switch (conflicts.kind) {
    case 'none':
      return [];
    case 'exists':
      return [
        {
          item: tenant.organizationName,
          message: `This organization (${tenant._id}) is in this installation already, is being imported, or was deleted here. An archive can be imported only into an installation that never had it.`,
        },
      ];
    case 'taken':
      return conflicts.names.map((name) => {
        const [, kind = '', value = ''] = /^([^:]+):(.*)$/s.exec(name) ?? [];
        return kind === 'email'
          ? { item: value, message: 'An account of this installation has this email' }
          : { item: name, message: 'This name is taken in this installation' };
      });
    default:
      return conflicts satisfies never;
  }
}

/** Refuses an archive with so many problems; after `most` of them the rest was not read. */
export function refusedText(problems: number, most = Number.POSITIVE_INFINITY): string {
  const count = problems === 1 ? '1 problem' : `${problems >= most ? 'At least ' : ''}${problems} problems`;
  return `${count} in the archive. Nothing was imported.`;
}
