import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Gate, useAddressedId } from '../pages/Gate.tsx';
import { paths } from '../paths.ts';
import { postbackDetail } from './queries.ts';

const list = { to: paths.postbacks.list, title: 'Postbacks' };

type PostbackGateProps = {
  /** For a form, which copies the data once: see Gate. */
  editing?: boolean;
  children: (postback: Postback) => ReactNode;
};

/** Loads the postback of the page's address and renders it. */
export function PostbackGate({ editing = false, children }: PostbackGateProps) {
  const { id, isId } = useAddressedId();
  const query = useQuery({ ...postbackDetail(id), enabled: isId });
  return (
    <Gate key={id} editing={editing} isId={isId} query={query} what="Postback" list={list}>
      {({ postback }) => children(postback)}
    </Gate>
  );
}
