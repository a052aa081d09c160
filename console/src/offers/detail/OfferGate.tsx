import type { Offer } from '@crm/contracts/offers/offers.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Gate, useAddressedId } from '../../pages/Gate.tsx';
import { paths } from '../../paths.ts';
import { offerDetail } from '../queries.ts';

const list = { to: paths.offers.list, title: 'Offers' };

type OfferGateProps = {
  /** For a form, which copies the data once: see Gate. */
  editing?: boolean;
  children: (offer: Offer) => ReactNode;
};

/** Loads the offer of the page's address and renders it. */
export function OfferGate({ editing = false, children }: OfferGateProps) {
  const { id, isId } = useAddressedId();
  const query = useQuery({ ...offerDetail(id), enabled: isId });
  return (
    <Gate key={id} editing={editing} isId={isId} query={query} what="Offer" list={list}>
      {({ offer }) => children(offer)}
    </Gate>
  );
}
