import { OfferGate } from './OfferGate.tsx';
import { OfferView } from './OfferView.tsx';

export function OfferPage() {
  return <OfferGate>{(offer) => <OfferView key={offer._id} offer={offer} />}</OfferGate>;
}
