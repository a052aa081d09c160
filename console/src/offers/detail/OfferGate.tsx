import type { Offer } from '@crm/contracts/offers/offers.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Gate, useAddressedId } from '../../pages/Gate.tsx';
import { offerDetail } from '../queries.ts';

const list = { to: '/offers', title: 'Offers' };

/** A page about the offer whose id is in its address, once it is known. */
export function OfferGate({ children }: { children: (offer: Offer) => ReactNode }) {
  const { id, isId } = useAddressedId();
  const query = useQuery({ ...offerDetail(id), enabled: isId });
  return (
    <Gate isId={isId} query={query} what="Offer" list={list}>
      {({ offer }) => children(offer)}
    </Gate>
  );
}
