import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../api/errors.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Input } from '../../ui/Input.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { textLink } from '../../ui/textLink.tsx';
import { operators } from '../queries.ts';
import { leadUploadTexts } from '../texts/upload.tsx';
import { countsOf, type Share, typedTotal } from './state.ts';

const texts = leadUploadTexts.operators;

const MOST = 2_000_000;

type OperatorPickerProps = {
  shares: readonly Share[];
  onChange: (shares: readonly Share[]) => void;
  /** The number of leads to distribute; null until the file is checked. */
  leads: number | null;
  disabled: boolean;
};

/** Chooses the operators: they share the leads evenly, unless a number is typed. */
export function OperatorPicker({ shares, onChange, leads, disabled }: OperatorPickerProps) {
  const query = useQuery(operators);
  if (query.isPending) return <SkeletonLines count={3} />;
  if (query.isError) return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  const all = [...query.data.data, ...missingOf(shares, query.data.data)];
  if (all.length === 0) return <p className="text-muted">{texts.none(textLink(paths.users.new))}</p>;
  const counts = leads === null ? null : countsOf(shares, leads);
  return (
    <div className="flex flex-col gap-2">
      <ul className="max-h-64 divide-y overflow-y-auto rounded-ui border">
        {all.map(({ _id, fullName, email }) => {
          const share = shares.find(({ userId }) => userId === _id);
          const others = shares.filter(({ userId }) => userId !== _id);
          return (
            <li key={_id} className="flex min-h-9 items-center gap-3 px-3 py-1 max-md:min-h-12">
              <label
                htmlFor={`share-${_id}`}
                className="flex min-w-0 flex-1 cursor-pointer items-center gap-3"
              >
                <Checkbox
                  id={`share-${_id}`}
                  checked={share !== undefined}
                  disabled={disabled}
                  onChange={() => onChange(share ? others : [...shares, { userId: _id, value: null }])}
                />
                <span className="min-w-0 truncate" dir="auto">
                  {fullName} <span className="text-sm text-muted max-md:block max-md:truncate">{email}</span>
                </span>
              </label>
              <Input
                type="number"
                inputMode="numeric"
                min={0}
                max={MOST}
                aria-label={texts.leadsFor(fullName)}
                className="w-24 shrink-0"
                disabled={disabled || share === undefined}
                value={share?.value ?? ''}
                placeholder={share ? (counts?.get(_id)?.toString() ?? texts.even) : '0'}
                onChange={(event) => {
                  const value = typedCount(event.target.value);
                  onChange(shares.map((one) => (one.userId === _id ? { userId: _id, value } : one)));
                }}
              />
            </li>
          );
        })}
      </ul>
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <p role="status">{sharedText(shares, leads)}</p>
        {shares.some(({ value }) => value !== null) && (
          <Button
            size="sm"
            disabled={disabled}
            onClick={() => onChange(shares.map(({ userId }) => ({ userId, value: null })))}
          >
            {texts.splitEvenly}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The ticked operators that cannot get leads any more: the upload would be refused until they are unticked. */
const missingOf = (shares: readonly Share[], known: readonly { _id: string }[]) =>
  shares
    .filter(({ userId }) => known.every(({ _id }) => _id !== userId))
    .map(({ userId }) => ({ _id: userId, fullName: texts.notAvailable, email: '' }));

/** A typed number of leads within its limits; null for an empty input: an even share. */
function typedCount(text: string): number | null {
  if (text.trim() === '') return null;
  return Math.min(MOST, Math.max(0, Math.trunc(Number(text)) || 0));
}

function sharedText(shares: readonly Share[], leads: number | null): string {
  const typed = typedTotal(shares);
  const isShared = shares.some(({ value }) => value === null);
  if (leads === null) {
    if (isShared) return typed === 0 ? texts.allShared : texts.someShared(typed);
    return typed === 0 ? texts.allUnassigned : texts.someAssigned(typed);
  }
  if (typed > leads) return texts.tooMany(typed, leads);
  const assigned = isShared ? leads : typed;
  return texts.assigned(assigned, leads - assigned);
}
