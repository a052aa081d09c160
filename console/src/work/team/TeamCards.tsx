import { formatNumber } from '../../format/count.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { workTexts } from '../texts.ts';
import { type Member, MemberLead, MemberState } from './member.tsx';

const { columns } = workTexts.team;

/** The table of the team on a phone: a card for each operator. */
export function TeamCards({ members }: { members: readonly Member[] }) {
  return (
    <ul className="flex flex-col divide-y text-sm">
      {members.map((member) => (
        <li key={member.operatorId} className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
          <p className="flex items-center justify-between gap-3">
            <span className="font-medium" dir="auto">
              {member.fullName}
            </span>
            <MemberState {...member} />
          </p>
          <p className="flex items-baseline justify-between gap-3">
            <MemberLead {...member} />
            <span className="ml-auto text-muted">
              <RelativeTime at={member.since} />
            </span>
          </p>
          <dl className="grid grid-cols-3 gap-3">
            <Figure label={columns.callsToday} value={member.callsToday} />
            <Figure label={columns.callsLastHour} value={member.callsLastHour} />
            <Figure label={columns.requestsToday} value={member.requestsToday} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="tabular-nums">{formatNumber(value)}</dd>
    </div>
  );
}
