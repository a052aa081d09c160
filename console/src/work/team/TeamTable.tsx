import { formatNumber } from '../../format/count.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { workTexts } from '../texts.ts';
import { type Member, MemberLead, MemberState } from './member.tsx';

const { columns } = workTexts.team;

export function TeamTable({ members }: { members: readonly Member[] }) {
  return (
    <div className="scroll-x">
      <table className="w-full text-sm whitespace-nowrap">
        <thead>
          <tr className="border-b text-left text-muted">
            <th className="py-1.5 pr-3 font-medium">{columns.operator}</th>
            <th className="px-3 py-1.5 font-medium">{columns.state}</th>
            <th className="px-3 py-1.5 font-medium">{columns.lead}</th>
            <th className="px-3 py-1.5 font-medium">{columns.since}</th>
            <th className="px-3 py-1.5 text-right font-medium">{columns.callsToday}</th>
            <th className="px-3 py-1.5 text-right font-medium">{columns.callsLastHour}</th>
            <th className="py-1.5 pl-3 text-right font-medium">{columns.requestsToday}</th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.operatorId} className="border-b last:border-0">
              <td className="py-1.5 pr-3" dir="auto">
                {member.fullName}
              </td>
              <td className="px-3 py-1.5">
                <MemberState {...member} />
              </td>
              <td className="px-3 py-1.5">
                <MemberLead {...member} />
              </td>
              <td className="px-3 py-1.5 text-muted">
                <RelativeTime at={member.since} />
              </td>
              <td className="px-3 py-1.5 text-right tabular-nums">{formatNumber(member.callsToday)}</td>
              <td className="px-3 py-1.5 text-right tabular-nums">{formatNumber(member.callsLastHour)}</td>
              <td className="py-1.5 pl-3 text-right tabular-nums">{formatNumber(member.requestsToday)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
