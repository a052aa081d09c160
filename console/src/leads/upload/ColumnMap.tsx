import { ADDITIONAL_FIELD, type UploadField, uploadFields } from '@crm/contracts/leads/upload-columns.ts';
import type { UploadColumnFound } from '@crm/contracts/leads/upload-results.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { leadUploadTexts } from '../texts/upload.tsx';

const texts = leadUploadTexts.columns;

/** Maps columns to fields; null ignores a column. */
export type Mapping = Readonly<Record<string, UploadField | null>>;

type ColumnMapProps = {
  columns: readonly UploadColumnFound[];
  /** Changes since the check. */
  changes: Mapping;
  onChange: (changes: Mapping) => void;
  disabled: boolean;
};

const LEFT_OUT = '';

/** The columns found in the file with their fields; users map unknown columns here. */
export function ColumnMap({ columns, changes, onChange, disabled }: ColumnMapProps) {
  const suggested = columns.filter(
    ({ name, field, suggestion }) => field === null && suggestion !== null && !(name in changes),
  );
  const fieldOf = ({ name, field }: UploadColumnFound) => (name in changes ? changes[name] : field) ?? null;
  const taken = new Set(columns.map(fieldOf));
  /** Without the fields of other columns: the check refuses a file with two columns for one field. */
  const optionsOf = (column: UploadColumnFound) => [
    { value: LEFT_OUT, label: texts.leftOut },
    ...uploadFields
      .filter((field) => field === ADDITIONAL_FIELD || field === fieldOf(column) || !taken.has(field))
      .map((field) => ({ value: field, label: field })),
  ];
  const takeAll = () =>
    onChange({
      ...changes,
      ...Object.fromEntries(suggested.map(({ name, suggestion }) => [name, suggestion])),
    });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{texts.title}</h3>
        {suggested.length > 0 && (
          <Button size="sm" disabled={disabled} onClick={takeAll}>
            {texts.takeSuggestions(suggested.length)}
          </Button>
        )}
      </div>
      <ul className="max-h-80 divide-y overflow-y-auto rounded-ui border">
        {columns.map((column) => (
          <li
            key={column.letter}
            className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1 max-md:min-h-12"
          >
            <span className="w-8 shrink-0 font-mono text-sm text-muted">{column.letter}</span>
            <span className="min-w-32 flex-1 font-medium break-words" dir="auto">
              {column.name}
            </span>
            {column.by === 'name' ? (
              <span className="text-muted">{texts.knownByName}</span>
            ) : (
              <>
                <Remark column={column} changed={column.name in changes} />
                <Select
                  aria-label={texts.fieldOf(column.name)}
                  className="w-48"
                  disabled={disabled}
                  value={fieldOf(column) ?? LEFT_OUT}
                  options={optionsOf(column)}
                  onChange={(event) => {
                    const field = uploadFields.find((one) => one === event.target.value) ?? null;
                    onChange({ ...changes, [column.name]: field });
                  }}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{texts.hint}</p>
    </div>
  );
}

function Remark({ column, changed }: { column: UploadColumnFound; changed: boolean }) {
  if (changed) return <Badge tone="info">{texts.changed}</Badge>;
  if (column.by === 'remembered') return <Badge>{texts.remembered}</Badge>;
  if (column.field !== null) return null;
  return column.suggestion === null ? (
    <Badge tone="warn">{texts.unknown}</Badge>
  ) : (
    <span className="text-sm text-muted">{texts.probably(column.suggestion)}</span>
  );
}

/** The manual mapping: from the shown check and the changes since. */
export function mappingOf(columns: readonly UploadColumnFound[], changes: Mapping): Mapping {
  const byHand = columns.flatMap(({ name, field, by }) => (by === 'mapping' ? [[name, field] as const] : []));
  return { ...Object.fromEntries(byHand), ...changes };
}
