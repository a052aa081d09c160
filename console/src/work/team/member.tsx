import type { Answered } from '@crm/contracts/endpoint.ts';
import type * as workContract from '@crm/contracts/work/work.ts';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Tone } from '../../ui/tone.ts';
import { workTexts } from '../texts.ts';

export type Member = Answered<typeof workContract.teamWork>[number];

const tones: Record<Member['state'], Tone> = {
  working: 'ok',
  idle: 'neutral',
  break: 'warn',
  'signed-out': 'neutral',
};

export function MemberState({ state }: Member) {
  return <Badge tone={tones[state]}>{workTexts.team.states[state]}</Badge>;
}

/** A link to the lead that the operator works on; nothing without one. */
export function MemberLead({ lead }: Member) {
  if (!lead) return null;
  return (
    <Link to={paths.leads.one(lead._id)} className="rounded-ui text-primary-text hover:underline">
      <bdi>{lead.fullName}</bdi> · {lead.orderId}
    </Link>
  );
}
