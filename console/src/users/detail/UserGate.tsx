import type { User } from '@crm/contracts/users/user.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Gate, useAddressedId } from '../../pages/Gate.tsx';
import { paths } from '../../paths.ts';
import { userDetail } from '../queries.ts';

const list = { to: paths.users.list, title: 'Users' };

type UserGateProps = {
  /** For a form, which copies the data once: see Gate. */
  editing?: boolean;
  children: (user: User) => ReactNode;
};

/** Loads the user of the page's address and renders the page. */
export function UserGate({ editing = false, children }: UserGateProps) {
  const { id, isId } = useAddressedId();
  const query = useQuery({ ...userDetail(id), enabled: isId });
  return (
    <Gate key={id} editing={editing} isId={isId} query={query} what="User" list={list}>
      {({ user }) => children(user)}
    </Gate>
  );
}
