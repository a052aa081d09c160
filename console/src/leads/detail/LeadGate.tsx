import type { Answered } from '@crm/contracts/endpoint.ts';
import type { getLead } from '@crm/contracts/leads/read.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Gate, useAddressedId } from '../../pages/Gate.tsx';
import { paths } from '../../paths.ts';
import { LeadLoading } from './LeadLoading.tsx';
import { leadDetail } from './queries.ts';

const list = { to: paths.leads.list, title: 'Leads' };

type LeadGateProps = {
  /** For a form, which copies the data once: see Gate. */
  editing?: boolean;
  children: (known: Answered<typeof getLead>) => ReactNode;
};

/** Loads the lead of the page's address and renders it. */
export function LeadGate({ editing = false, children }: LeadGateProps) {
  const { id, isId } = useAddressedId();
  const query = useQuery({ ...leadDetail(id), enabled: isId });
  return (
    <Gate
      key={id}
      editing={editing}
      isId={isId}
      query={query}
      what="Lead"
      list={list}
      loading={<LeadLoading />}
    >
      {children}
    </Gate>
  );
}
